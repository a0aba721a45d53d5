import { eq, gt, lt } from 'drizzle-orm'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Database } from '../db/database.ts'
import { fetchStatusSchema, type FetchStatus } from '../speech-models/model-fetch.ts'

/** The engines of one process. */
export interface WorkerEngines {
  transcribers: EngineStatus[]
  analysts: EngineStatus[]
}

/** A process's report. */
export interface Worker {
  id: string
  engines: WorkerEngines
  /** Its own, with the progress of the fetch; null: it uses none. */
  speechModel: FetchStatus | null
}

/** The registered workers and their engines. */
export function createWorkersRepo(db: Database) {
  const { workers } = db.schema
  return {
    /** Registers a worker with its engines. */
    async announce({ id, engines, speechModel }: Worker, now: Date): Promise<void> {
      const row = { engines: { ...engines, speechModel }, seenAt: now }
      await db
        .insert(workers)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: workers.id, set: row })
    },

    /** The workers that reported since then. */
    async list(since: Date): Promise<Worker[]> {
      const rows = await db.select().from(workers).where(gt(workers.seenAt, since))
      return rows.map(toWorker)
    },

    /** Corrects reports with a timestamp in the future, from a clock that was ahead, to now. */
    async bringBack(now: Date): Promise<void> {
      await db.update(workers).set({ seenAt: now }).where(gt(workers.seenAt, now))
    },

    async remove(id: string): Promise<void> {
      await db.delete(workers).where(eq(workers.id, id))
    },

    /** Removes workers that ended without a report. @returns them, to one caller only. */
    async removeUnseen(since: Date): Promise<Worker[]> {
      return (await db.delete(workers).where(lt(workers.seenAt, since)).returning()).map(toWorker)
    },
  }

  function toWorker({ id, engines: { speechModel, ...engines } }: typeof workers.$inferSelect): Worker {
    return { id, engines, speechModel: fetchStatusSchema.safeParse(speechModel).data ?? null }
  }
}
