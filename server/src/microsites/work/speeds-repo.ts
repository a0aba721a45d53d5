import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/** Weight of older measurements when a new one arrives: the last five or so decide. */
const KEPT_SHARE = 0.8

/** How fast this machine works, kept across restarts. */
export function createSpeedsRepo(db: Database) {
  const { measuredSpeeds: speeds } = db.schema
  return {
    /**
     * @param name of an engine or a kind of job. @param units processed in that many seconds: seconds of audio, or
     * jobs.
     */
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

    /** Seconds per unit, by name. */
    async all(): Promise<Map<string, number>> {
      const rows = await db.select().from(speeds)
      return new Map(rows.map(({ name, units, seconds }) => [name, seconds / units]))
    },
  }
}
export type SpeedsRepo = ReturnType<typeof createSpeedsRepo>

/** Names of the measurements. */
export const SPEED = {
  engine: (name: string) => `engine:${name}`,
  /** For a job; for a long one by the seconds of its recording. */
  job: (lane: string) => `job:${lane}`,
  sound: 'sound:long',
} as const
