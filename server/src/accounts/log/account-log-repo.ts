import { desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { isOrphan } from '../../db/refusals.ts'

/** An entry in an account's log. */
export interface LogEntry {
  /** The event's ID. */
  id: string
  userId: string
  kind: string
  what: string | null
  userAgent: string | null
  createdAt: Date
}

export type AccountLogRepo = ReturnType<typeof createAccountLogRepo>

/** Account logs; deleted with their account. */
export function createAccountLogRepo(db: Database) {
  const { accountLog } = db.schema
  return {
    /** Ignores an entry that already exists, or whose account is deleted. */
    async keep(entry: LogEntry): Promise<void> {
      await db
        .insert(accountLog)
        .values(entry)
        .onConflictDoNothing()
        .catch((error: unknown) => {
          if (!isOrphan(error)) throw error
        })
    },

    /** Newest first. */
    list(userId: string, limit: number): Promise<LogEntry[]> {
      return db
        .select()
        .from(accountLog)
        .where(eq(accountLog.userId, userId))
        .orderBy(desc(accountLog.createdAt), desc(accountLog.id))
        .limit(limit)
    },

    async removeBefore(time: Date): Promise<void> {
      await db.delete(accountLog).where(lt(accountLog.createdAt, time))
    },
  }
}
