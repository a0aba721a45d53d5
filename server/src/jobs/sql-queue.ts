import { randomUUID } from 'node:crypto'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  max,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Queries } from '../db/database.ts'
import { createLocalNotices, type Notices } from '../db/processes/notices.ts'
import { isDuplicate } from '../db/refusals.ts'
import type { Clock } from '../kernel/clock.ts'
import { LANES } from './lanes.ts'
import type { ClaimedJob, JobFilter, Queue, ReadyJob } from './queue.ts'

/** A worker that is silent for longer loses its job to another. */
export const LEASE_MS = 30_000
/** Idle runners ask for jobs several times a second, together. */
const LEASE_CHECK_MS = 5_000
/** Maximum clock difference between two processes. */
const CLOCK_TOLERANCE_MS = 60_000

interface SqlQueueDeps {
  db: Database
  clock: Clock
  /** Wakes the workers of all processes; absent: only those of this one. */
  notices?: Notices
}

/** The queue on the table `jobs`, for one or many processes on the same database. */
export function createSqlQueue({ db, clock, notices = createLocalNotices() }: SqlQueueDeps): Queue {
  const { jobs } = db.schema
  const announce = ({ lane, kind }: ReadyJob) => notices.send('job.ready', `${lane} ${kind}`)

  /** The row while it is still leased to this claim; every write of a worker compares the token. */
  const leasedTo = (job: ClaimedJob) =>
    and(eq(jobs.id, job.id), eq(jobs.kind, job.kind), eq(jobs.status, 'running'), eq(jobs.leaseToken, job.leaseToken))
  const leaseEnd = () => new Date(clock().getTime() + LEASE_MS)

  /**
   * True for a job that only needs a worker. A job queued in the future was queued before the clock was set back: its
   * delay was short, and can't be told apart from the jump.
   */
  const isDue = (now: Date) =>
    and(
      eq(jobs.status, 'queued'),
      or(lte(jobs.runAt, now), gt(jobs.queuedAt, new Date(now.getTime() + CLOCK_TOLERANCE_MS))),
    )

  const earlier = alias(jobs, 'earlier')
  /** The owner's last turn in the job's lane; 0: none. */
  const lastTurn = sql<number>`coalesce((${db
    .select({ turn: max(earlier.turn) })
    .from(earlier)
    .where(and(eq(earlier.owner, jobs.owner), eq(earlier.lane, jobs.lane)))}), 0)`

  async function write(job: ClaimedJob, change: Partial<typeof jobs.$inferInsert>): Promise<boolean> {
    const rows = await db.update(jobs).set(change).where(leasedTo(job)).returning({ id: jobs.id })
    return rows.length === 1
  }

  let leasesChecked = -Infinity
  /**
   * A lease longer than the maximum was taken with a fast clock: if its worker has ended, its job would be stuck until
   * that time. This shortens the lease to the usual length; a live worker renews it before then.
   */
  async function endLeasesOfFastClocks(now: Date): Promise<void> {
    if (Math.abs(now.getTime() - leasesChecked) < LEASE_CHECK_MS) return
    leasesChecked = now.getTime()
    const longest = new Date(now.getTime() + LEASE_MS + CLOCK_TOLERANCE_MS)
    await db
      .update(jobs)
      .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
      .where(and(eq(jobs.status, 'running'), gt(jobs.leaseUntil, longest)))
  }

  async function claim(filter: JobFilter = {}): Promise<ClaimedJob | null> {
    const { kinds, lane, without = [], held = [] } = filter
    const now = clock()
    const isLeft = and(
      eq(jobs.status, 'running'),
      lt(jobs.leaseUntil, now),
      held.length > 0 ? notInArray(jobs.leaseToken, [...held]) : undefined,
    )
    const due = or(isDue(now), isLeft)
    const other = alias(jobs, 'other')
    const beside = db
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.id, jobs.id), ne(other.kind, jobs.kind), eq(other.status, 'running')))
    const ready = and(
      due,
      notExists(beside),
      kinds && inArray(jobs.kind, [...kinds]),
      lane && eq(jobs.lane, lane),
      without.length > 0 ? or(isNull(jobs.needs), notInArray(jobs.needs, [...without])) : undefined,
    )
    const next = db.skipLocked(
      db
        .select({ id: jobs.id, kind: jobs.kind })
        .from(jobs)
        .where(ready)
        .orderBy(lastTurn, asc(jobs.runAt), asc(jobs.id), asc(jobs.kind))
        .limit(1),
    )
    const leaseToken = randomUUID()
    try {
      // `= (…)`, never `IN (…)`: PostgreSQL may run the subquery once a row, and one claim would then take every job.
      const write = (tx: Queries) =>
        tx
          .update(jobs)
          .set({
            status: 'running',
            attempt: sql`${jobs.attempt} + 1`,
            // It is already running: its process ended without reporting it.
            stops: sql`${jobs.stops} + case when ${jobs.status} = 'running' then 1 else 0 end`,
            turn: sql`(${db.select({ turn: sql`coalesce(max(${earlier.turn}), 0) + 1` }).from(earlier)})`,
            claimedAt: now,
            leaseToken,
            leaseUntil: leaseEnd(),
          })
          .where(and(sql`(${jobs.id}, ${jobs.kind}) = ${next}`, ready))
          .returning({ id: jobs.id, kind: jobs.kind, attempt: jobs.attempt, stops: jobs.stops, lane: jobs.lane })
      // Turns depend on the claims before.
      const [row] = await db.oneAtATime('claim', write)
      if (row) return { ...row, leaseToken }
      await endLeasesOfFastClocks(now)
      return null
    } catch (error) {
      // Another worker just took a job of another kind on the same subject; the next claim can see that.
      if (isDuplicate(error)) return claim(filter)
      throw error
    }
  }

  return {
    claim,

    async enqueue({ id, kind, lane = 'short', owner = null, needs = null }) {
      const now = clock()
      const fresh = {
        status: 'queued' as const,
        attempt: 0,
        runAt: now,
        queuedAt: now,
        leaseUntil: null,
        leaseToken: null,
        error: null,
        lane,
        owner,
        needs,
        stops: 0,
        milestone: 0,
      }
      await db
        .insert(jobs)
        .values({ id, kind, ...fresh, createdAt: now })
        .onConflictDoUpdate({
          target: [jobs.id, jobs.kind],
          set: fresh,
          setWhere: inArray(jobs.status, ['done', 'failed']),
        })
      announce({ lane, kind })
    },

    async announceReady(kinds) {
      const ready = await db
        .selectDistinct({ lane: jobs.lane, kind: jobs.kind })
        .from(jobs)
        .where(and(isDue(clock()), inArray(jobs.kind, [...kinds])))
      for (const job of ready) announce(job)
    },

    renew: (job) => write(job, { leaseUntil: leaseEnd() }),
    complete: (job) => write(job, { status: 'done', leaseUntil: null, leaseToken: null }),
    fail: (job, error) => write(job, { status: 'failed', leaseUntil: null, leaseToken: null, error }),

    async release(job, { delayMs, countsAsAttempt, stopped = false, lane }) {
      const now = clock()
      const runAt = new Date(now.getTime() + delayMs)
      // A claim counts the attempt; one that doesn't count is subtracted again.
      const attempt = countsAsAttempt ? job.attempt : job.attempt - 1
      const released = await write(job, {
        status: 'queued',
        runAt,
        queuedAt: now,
        attempt,
        stops: job.stops + (stopped ? 1 : 0),
        leaseUntil: null,
        leaseToken: null,
        ...(lane && { lane }),
      })
      if (released && delayMs <= 0) announce({ lane: lane ?? job.lane, kind: job.kind })
      return released
    },

    async advance(job, milestone) {
      const rows = await db
        .update(jobs)
        .set({ milestone, stops: 0 })
        .where(and(leasedTo(job), lt(jobs.milestone, milestone)))
        .returning({ id: jobs.id })
      return rows.length === 1
    },

    async remove(id) {
      await db.delete(jobs).where(eq(jobs.id, id))
      notices.send('job.removed', id)
    },

    onReady: (listener) => notices.on('job.ready', (text) => listener(toReadyJob(text))),
    onRemoved: (listener) => notices.on('job.removed', listener),

    async takeOver() {
      await db
        .update(jobs)
        .set({ leaseUntil: new Date(0) })
        .where(eq(jobs.status, 'running'))
      notices.send('job.ready')
    },

    async line(kind) {
      const ready = or(eq(jobs.status, 'running'), isDue(clock()))
      const rows = await db
        .select({
          id: jobs.id,
          lane: jobs.lane,
          owner: jobs.owner,
          status: jobs.status,
          runAt: jobs.runAt,
          lastTurn: lastTurn.mapWith(Number),
        })
        .from(jobs)
        .where(and(eq(jobs.kind, kind), ready))
      return rows.map(({ status, ...job }) => ({ ...job, running: status === 'running' }))
    },

    async listFailed({ id: only, limit } = {}) {
      const { id, kind, lane, owner, needs, error, attempt: attempts, claimedAt } = jobs
      const failed = db
        .select({ id, kind, lane, owner, needs, error, attempts, claimedAt })
        .from(jobs)
        .where(and(eq(jobs.status, 'failed'), only === undefined ? undefined : eq(jobs.id, only)))
        .orderBy(desc(jobs.runAt))
      return limit === undefined ? failed : failed.limit(limit)
    },

    async listRunning() {
      const rows = await db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.status, 'running'), gte(jobs.leaseUntil, clock())))
      return rows.map((row) => row.id)
    },

    async depths() {
      const now = clock()
      const rows = await db
        .select({
          lane: jobs.lane,
          status: jobs.status,
          isDue: sql<boolean>`(${isDue(now)})`.mapWith(Boolean),
          count: count(),
          oldest: sql`min(${jobs.runAt})`.mapWith(jobs.runAt),
        })
        .from(jobs)
        .where(inArray(jobs.status, ['queued', 'running', 'failed']))
        // By position: repeating the expression would give it its own parameters, and PostgreSQL would treat it as a
        // different one.
        .groupBy(jobs.lane, jobs.status, sql`3`)
      return LANES.map((lane) => {
        const own = rows.filter((row) => row.lane === lane)
        const getCount = (status: string, due = false) =>
          own.find((row) => row.status === status && row.isDue === due)?.count ?? 0
        const oldest = own.find((row) => row.isDue)?.oldest ?? null
        return {
          lane,
          ready: getCount('queued', true),
          delayed: getCount('queued'),
          running: getCount('running'),
          failed: getCount('failed'),
          oldestSeconds: oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1000,
        }
      })
    },
  }
}

/** Null: any job. */
function toReadyJob(text: string | null): ReadyJob | null {
  const [lane, kind] = text?.split(' ', 2) ?? []
  const known = LANES.find((one) => one === lane)
  return known === undefined || kind === undefined ? null : { lane: known, kind }
}
