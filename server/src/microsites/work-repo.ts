import { and, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

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

/** The condition of microsites that are made, and of which nothing is being made anew. */
export function isFinished({ schema: { microsites } }: Pick<Database, 'schema'>) {
  return and(eq(microsites.status, 'active'), eq(microsites.replacing, false), isNull(microsites.redacting))
}

/** What of a microsite's work is known: its length (ms, null: not yet) and how far it is, 0–1. */
export interface WorkState {
  durationMs: number | null
  progress: number
}

/** Which microsites are being worked on, and how far the work is. */
export function createWorkLists(db: Database) {
  const { microsites, micrositeCounters, jobs } = db.schema
  return {
    /** Ids of all that a worker should be busy with and that no job stands for, waiting or running. */
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

    /** How long recordings are and how far the work on them is, by id. */
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
