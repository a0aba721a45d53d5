import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** What older measurements count for when a new one comes: the last five or so decide. */
const KEPT_SHARE = 0.8

/** How fast work goes on this machine, kept over restarts. */
export function createSpeedsRepo(db: Database) {
  const { measuredSpeeds: speeds } = db.schema
  return {
    /** @param name of an engine or a kind of job. @param units it took so many seconds for: seconds of sound, or jobs. */
    async record(name: string, units: number, seconds: number): Promise<void> {
      if (units <= 0) return
      await db
        .insert(speeds)
        .values({ name, units, seconds })
        .onConflictDoUpdate({
          target: speeds.name,
          set: {
            units: sql`${speeds.units} * ${sql.raw(String(KEPT_SHARE))} + ${units}`,
            seconds: sql`${speeds.seconds} * ${sql.raw(String(KEPT_SHARE))} + ${seconds}`,
          },
        })
    },

    /** Seconds for a unit, by name. */
    async all(): Promise<Map<string, number>> {
      const rows = await db.select().from(speeds)
      return new Map(rows.map(({ name, units, seconds }) => [name, seconds / units]))
    },
  }
}
export type SpeedsRepo = ReturnType<typeof createSpeedsRepo>

/** Names of what is measured. */
export const SPEED = {
  engine: (name: string) => `engine:${name}`,
  /** Of a job, and of a long one by the seconds of its recording. */
  job: (lane: string) => `job:${lane}`,
  sound: 'sound:long',
} as const
