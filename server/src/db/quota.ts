import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Queries } from './database.ts'
import type { Schema } from './schema.ts'

/** Identifies a counter: one per user, kind and period. */
export interface QuotaKey {
  userId: string
  kind: Schema['quotas']['$inferSelect']['kind']
  period: string
}

/**
 * The writes that raise a counter. At the limit, they set `used` to null, which violates its not-null constraint and
 * fails their batch (`isQuotaExceeded` in refusals.ts): safe under races in both databases, unlike `count(*) < limit`.
 * @param condition counts only when it holds.
 */
export function raiseQuota(tx: Queries, { quotas }: Schema, key: QuotaKey, limit: number | null, condition?: SQL) {
  const used =
    limit === null ? sql`${quotas.used} + 1` : sql`case when ${quotas.used} < ${limit} then ${quotas.used} + 1 end`
  return [
    tx
      .insert(quotas)
      .values({ ...key, used: 0 })
      .onConflictDoNothing(),
    tx
      .update(quotas)
      .set({ used })
      .where(and(isKey(quotas, key), condition)),
  ]
}

/** The write that lowers a counter, never below zero. */
export function lowerQuota(tx: Queries, { quotas }: Schema, condition: SQL) {
  return tx
    .update(quotas)
    .set({ used: sql`case when ${quotas.used} > 0 then ${quotas.used} - 1 else 0 end` })
    .where(condition)
}

function isKey(quotas: Schema['quotas'], { userId, kind, period }: QuotaKey) {
  return and(eq(quotas.userId, userId), eq(quotas.kind, kind), eq(quotas.period, period))
}
