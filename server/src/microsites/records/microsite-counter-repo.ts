import { and, eq, exists, sql } from 'drizzle-orm'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database, Queries } from '../../db/database.ts'
import { raiseQuota } from '../../db/quota.ts'
import { isDuplicate, isQuotaExceeded } from '../../db/refusals.ts'
import type { QuotaOutcome } from './microsite.ts'

/** The counter of the monthly limit. */
export function createMicrositeCounter(db: Database) {
  const { microsites, quotas } = db.schema

  /** The counter's row of this microsite, if it has one. */
  function countedIn(tx: Queries, id: string, extra = sql`true`) {
    const site = tx
      .select({ one: sql`1` })
      .from(microsites)
      .where(
        and(
          eq(microsites.id, id),
          eq(microsites.userId, quotas.userId),
          eq(microsites.quotaPeriod, quotas.period),
          extra,
        ),
      )
    return and(eq(quotas.kind, 'microsites'), exists(site)) ?? sql`false`
  }

  async function counted(batch: Promise<unknown>): Promise<QuotaOutcome> {
    try {
      await batch
      return 'done'
    } catch (error) {
      if (isQuotaExceeded(error)) return 'limit_reached'
      if (isDuplicate(error)) return 'duplicate'
      throw error
    }
  }

  /** The writes that count a microsite, where the condition holds. */
  function raise(tx: Queries, { userId, period, limit }: QuotaApproved, where?: Parameters<typeof raiseQuota>[4]) {
    return raiseQuota(tx, db.schema, { userId, period, kind: 'microsites' }, limit, where)
  }

  return { countedIn, counted, raise }
}
