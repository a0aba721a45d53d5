import { eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'

/** The session data that Lucia doesn't manage. */
export function createSessionsRepo(db: Database) {
  const { sessions } = db.schema
  return {
    async raise(id: string, method: string, now: Date, { proves }: { proves: boolean }): Promise<void> {
      const proof = proves ? { provedAt: now } : {}
      await db
        .update(sessions)
        .set({ secondMethod: method, secondAt: now, ...proof })
        .where(eq(sessions.id, id))
    },

    async prove(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ provedAt: now }).where(eq(sessions.id, id))
    },

    /** Records the reuse of a refresh token. */
    async recordTheft({ id, userId }: { id: string; userId: string }, now: Date): Promise<void> {
      const event = { kind: 'account.session_stolen', userId, what: 'refresh token', sessionId: id } as const
      await db.batch((tx) => recordEvent(tx, db.schema, event, now))
    },

    /** Null: it has ended, or no user agent was sent. */
    async getUserAgent(id: string): Promise<string | null> {
      const rows = await db.select({ userAgent: sessions.userAgent }).from(sessions).where(eq(sessions.id, id))
      return rows[0]?.userAgent ?? null
    },

    async recordUse(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id))
    },
  }
}
