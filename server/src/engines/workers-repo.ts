import { eq, gt, lt } from 'drizzle-orm'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Database } from '../db/database.ts'
import { fetchStatusSchema, type FetchStatus } from '../speech-models/model-fetch.ts'

/** The engines of one process. */
export interface WorkerEngines {
  transcribers: EngineStatus[]
  analysts: EngineStatus[]
}

/** What a process says of itself. */
export interface Worker {
  id: string
  engines: WorkerEngines
  /** Its own, and how far the fetch is; null: it uses none. */
  speechModel: FetchStatus | null
}

/** Which processes work on recordings, and with what. */
export function createWorkersRepo(db: Database) {
  const { workers } = db.schema
  return {
    /** Says that a worker is here and what it has. */
    async announce({ id, engines, speechModel }: Worker, now: Date): Promise<void> {
      const row = { engines: { ...engines, speechModel }, seenAt: now }
      await db
        .insert(workers)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: workers.id, set: row })
    },

    /** Those that reported since then. */
    async list(since: Date): Promise<Worker[]> {
      const rows = await db.select().from(workers).where(gt(workers.seenAt, since))
      return rows.map(toWorker)
    },

    /** Takes those that reported later than now, by a clock that was ahead, for ones that report now. */
    async bringBack(now: Date): Promise<void> {
      await db.update(workers).set({ seenAt: now }).where(gt(workers.seenAt, now))
    },

    async remove(id: string): Promise<void> {
      await db.delete(workers).where(eq(workers.id, id))
    },

    /** Removes those that ended without a report. @returns them, to one caller only. */
    async removeUnseen(since: Date): Promise<Worker[]> {
      return (await db.delete(workers).where(lt(workers.seenAt, since)).returning()).map(toWorker)
    },
  }

  function toWorker({ id, engines: { speechModel, ...engines } }: typeof workers.$inferSelect): Worker {
    return { id, engines, speechModel: fetchStatusSchema.safeParse(speechModel).data ?? null }
  }
}
