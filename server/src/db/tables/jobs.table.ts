import { sql } from 'drizzle-orm'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Events, jobs, and their measured speeds. */
export function jobTables(columns: Columns, { users }: ReturnType<typeof userTables>) {
  const { table, text, int, real, json, time, index, uniqueIndex, primaryKey } = columns
  const { id, createdAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  /** Events, kept until delivered to all handlers (events.ts). */
  const events = table(
    'events',
    {
      id: id(),
      userId: owner(),
      /** Parsed on read, because an older version of the program may have written it. */
      event: json<unknown>('event').notNull(),
      createdAt: createdAt(),
    },
    (t) => [index('events_user').on(t.userId), index('events_created').on(t.createdAt)],
  )

  const jobs = table(
    'jobs',
    {
      /** The job's subject, such as a microsite. */
      id: text('id').notNull(),
      kind: text('kind').notNull(),
      status: text('status').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
      attempt: int('attempt').notNull().default(0),
      runAt: time('run_at').notNull(),
      /** When `runAt` was set, by the clock at that time. */
      queuedAt: time('queued_at'),
      leaseUntil: time('lease_until'),
      /** Changes with every claim, so that a worker that lost its lease can no longer write. */
      leaseToken: text('lease_token'),
      error: text('error'),
      lane: text('lane').$type<'short' | 'long'>().notNull().default('short'),
      /** The user who takes turns for this job; null: none. */
      owner: text('owner'),
      /** The number of its last claim, counted over all jobs: the user whose turn is longest ago is next. */
      turn: int('turn'),
      claimedAt: time('claimed_at'),
      /** How often a process ended during this job since its last milestone. */
      stops: int('stops').notNull().default(0),
      /** What a worker needs to run it, where any worker has it; null: nothing. */
      needs: text('needs'),
      milestone: int('milestone').notNull().default(0),
      createdAt: createdAt(),
    },
    (t) => [
      primaryKey({ columns: [t.id, t.kind] }),
      index('jobs_ready').on(t.status, t.runAt),
      index('jobs_turn').on(t.turn),
      index('jobs_owner').on(t.owner, t.lane, t.turn),
      // Two jobs on the same subject never run at the same time, no matter which worker claims them.
      uniqueIndex('jobs_running')
        .on(t.id)
        .where(sql`status = 'running'`),
    ],
  )

  /**
   * Measured processing speed of this machine: seconds per units (of audio, or jobs), with older ones weighted less.
   */
  const measuredSpeeds = table('measured_speeds', {
    /** The name of an engine, or of a lane's jobs. */
    name: text('name').primaryKey(),
    units: real('units').notNull(),
    seconds: real('seconds').notNull(),
  })

  return { events, jobs, measuredSpeeds }
}
