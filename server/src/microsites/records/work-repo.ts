import { and, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

export const WORKING = ['processing', 'transcript_ready'] as const

/** The condition of microsites that a worker may take: being made, or finished while the recap is made again. */
export function isWorkedOn({ schema: { microsites } }: Pick<Database, 'schema'>) {
  return or(
    and(
      inArray(microsites.status, [...WORKING]),
      eq(microsites.awaiting, false),
      or(isNull(microsites.untilModel), ne(microsites.untilModel, 'wait')),
    ),
    and(eq(microsites.status, 'active'), eq(microsites.replacing, true)),
  )
}

/** The condition of finished microsites of which nothing is being made again. */
export function isFinished({ schema: { microsites } }: Pick<Database, 'schema'>) {
  return and(eq(microsites.status, 'active'), eq(microsites.replacing, false), isNull(microsites.redacting))
}

/** Progress of a microsite's work: its length (ms, null: not yet known) and how far it is, 0–1. */
export interface WorkState {
  durationMs: number | null
  progress: number
}

/** Which microsites are being worked on, and their progress. */
export function createWorkLists(db: Database) {
  const { microsites, micrositeCounters, jobs } = db.schema
  return {
    /** Ids of all microsites with work to do that have no waiting or running job. */
    async listWithoutJob(): Promise<string[]> {
      const job = db
        .select({ one: sql`1` })
        .from(jobs)
        .where(and(eq(jobs.id, microsites.id), inArray(jobs.status, ['queued', 'running'])))
      const rows = await db
        .select({ id: microsites.id })
        .from(microsites)
        .where(and(isWorkedOn(db), notExists(job)))
      return rows.map((row) => row.id)
    },

    /** The length of recordings and the progress of their processing, by id. */
    async listWork(ids: readonly string[]): Promise<Map<string, WorkState>> {
      if (ids.length === 0) return new Map()
      const { micrositeId, progress } = micrositeCounters
      const rows = await db
        .select({ id: micrositeId, durationMs: microsites.durationMs, progress })
        .from(micrositeCounters)
        .innerJoin(microsites, eq(microsites.id, micrositeId))
        .where(inArray(micrositeId, [...ids]))
      return new Map(rows.map(({ id, ...state }) => [id, state]))
    },
  }
}
