import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { isOrphan } from '../db/refusals.ts'

/** Something that happened to an account. */
export interface LogEntry {
  /** The event's. */
  id: string
  userId: string
  kind: string
  what: string | null
  userAgent: string | null
  createdAt: Date
}

export type AccountLogRepo = ReturnType<typeof createAccountLogRepo>

/** What happened to accounts; it goes with them. */
export function createAccountLogRepo(db: Database) {
  const { accountLog } = db.schema
  return {
    /** One that is there already, or whose account is gone, changes nothing. */
    async keep(entry: LogEntry): Promise<void> {
      await db
        .insert(accountLog)
        .values(entry)
        .onConflictDoNothing()
        .catch((error: unknown) => {
          if (!isOrphan(error)) throw error
        })
    },

    /** The latest first. @param before that time; null: from now on. */
    list(userId: string, { before, most }: { before: Date | null; most: number }): Promise<LogEntry[]> {
      const own = eq(accountLog.userId, userId)
      return db
        .select()
        .from(accountLog)
        .where(before === null ? own : and(own, lt(accountLog.createdAt, before)))
        .orderBy(desc(accountLog.createdAt), desc(accountLog.id))
        .limit(most)
    },

    async removeBefore(time: Date): Promise<void> {
      await db.delete(accountLog).where(lt(accountLog.createdAt, time))
    },
  }
}
