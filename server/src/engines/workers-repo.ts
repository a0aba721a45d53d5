import { eq, gt, lt } from 'drizzle-orm'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Database } from '../db/database.ts'

/** The engines of one process. */
export interface WorkerEngines {
  transcribers: EngineStatus[]
  analysts: EngineStatus[]
}

/** Which processes work on recordings, and with what. */
export function createWorkersRepo(db: Database) {
  const { workers } = db.schema
  return {
    /** Says that a worker is here and what it has. */
    async announce(id: string, engines: WorkerEngines, now: Date): Promise<void> {
      const row = { engines, seenAt: now }
      await db
        .insert(workers)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: workers.id, set: row })
    },

    /** Those that were heard of since then. */
    async list(since: Date): Promise<{ id: string; engines: WorkerEngines }[]> {
      return db.select({ id: workers.id, engines: workers.engines }).from(workers).where(gt(workers.seenAt, since))
    },

    /** Takes those that were heard of later than now, by a clock that was ahead, for heard of now. */
    async bringBack(now: Date): Promise<void> {
      await db.update(workers).set({ seenAt: now }).where(gt(workers.seenAt, now))
    },

    async remove(id: string): Promise<void> {
      await db.delete(workers).where(eq(workers.id, id))
    },

    /** Removes those that ended without a word. */
    async removeUnseen(since: Date): Promise<void> {
      await db.delete(workers).where(lt(workers.seenAt, since))
    },
  }
}
