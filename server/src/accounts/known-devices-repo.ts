import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

export type KnownDevicesRepo = ReturnType<typeof createKnownDevicesRepo>

/** Devices that accounts were used from, as fingerprints that name neither network nor browser. */
export function createKnownDevicesRepo(db: Database) {
  const { knownDevices } = db.schema
  return {
    async has(userId: string, fingerprint: string): Promise<boolean> {
      const known = and(eq(knownDevices.userId, userId), eq(knownDevices.fingerprint, fingerprint))
      return (await db.select({ userId: knownDevices.userId }).from(knownDevices).where(known)).length > 0
    },

    async note(userId: string, fingerprint: string, now: Date): Promise<void> {
      await db
        .insert(knownDevices)
        .values({ userId, fingerprint, lastSeenAt: now })
        .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.fingerprint], set: { lastSeenAt: now } })
    },

    /** Forgets all devices of an account that another person may have signed in to. */
    async forget(userId: string): Promise<void> {
      await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
    },

    async removeUnseenSince(time: Date): Promise<void> {
      await db.delete(knownDevices).where(lt(knownDevices.lastSeenAt, time))
    },
  }
}
