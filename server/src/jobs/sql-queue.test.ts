import { and, eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { openProcesses } from '../db/processes/open-processes.ts'
import { systemClock, type Clock } from '../kernel/clock.ts'
import { BOTH_DATABASES, HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { describeQueueClocks } from './queue-clocks.testing.ts'
import { describeQueue } from './queue.testing.ts'
import { createSqlQueue, LEASE_MS } from './sql-queue.ts'

describe.each(BOTH_DATABASES)('the table of jobs on %s', (name, open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  const openQueue = async (clock: Clock) => {
    await db.delete(db.schema.jobs)
    return { queue: createSqlQueue({ db, clock }), leaseMs: LEASE_MS }
  }
  describeQueue(name, openQueue)
  describeQueueClocks(name, openQueue)
})

describe.runIf(HAS_POSTGRES)('the table of jobs, on several connections to one PostgreSQL', () => {
  let db: Database
  let observer: Client
  beforeAll(async () => {
    const address = await createPostgres({ migrated: true })
    db = await openDatabase(address)
    observer = new Client(address)
    await observer.connect()
  })
  afterAll(async () => {
    await observer.end()
    await db.close()
  })
  beforeEach(async () => {
    await db.delete(db.schema.jobs)
  })

  /** Another worker's claim of job `a` of kind `process`, in a transaction that stays open until `commit`. */
  async function beginTaking() {
    const { jobs } = db.schema
    const updated = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const leaseUntil = new Date(Date.now() + LEASE_MS)
    const take = { status: 'running' as const, leaseToken: 'of another worker', leaseUntil }
    const taken = db.batch((tx) => [
      tx
        .update(jobs)
        .set(take)
        .where(and(eq(jobs.id, 'a'), eq(jobs.kind, 'process')))
        .then(() => updated.resolve()),
      gate.promise,
    ])
    await updated.promise
    return {
      commit: () => {
        gate.resolve()
        return taken
      },
    }
  }

  /** Resolves when a connection waits for another one's lock. */
  const someoneWaits = () =>
    expect
      .poll(async () => {
        const { rowCount } = await observer.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount
      })
      .toBe(1)

  test('wakes the workers of other processes when one adds a job', async () => {
    const url = await createPostgres({ migrated: true })
    const processes = [await openProcesses(url), await openProcesses(url)]
    const [adding, waiting] = processes.map(({ notices }) => createSqlQueue({ db, clock: systemClock, notices }))
    const woken = Promise.withResolvers<unknown>()
    waiting?.onReady(woken.resolve)
    await adding?.enqueue({ id: 'a', kind: 'process' })
    expect(await woken.promise).toEqual({ lane: 'short', kind: 'process' })
    expect(await waiting?.claim()).toMatchObject({ id: 'a' })
    await Promise.all(processes.map((each) => each.close()))
  })

  test('reports a job removed by one process to another’s worker', async () => {
    const url = await createPostgres({ migrated: true })
    const processes = [await openProcesses(url), await openProcesses(url)]
    const [removing, working] = processes.map(({ notices }) => createSqlQueue({ db, clock: systemClock, notices }))
    const notified = Promise.withResolvers<string | null>()
    working?.onRemoved(notified.resolve)
    await removing?.enqueue({ id: 'a', kind: 'process' })
    await removing?.remove('a')
    expect(await notified.promise).toBe('a')
    await Promise.all(processes.map((each) => each.close()))
  })

  test('keeps turns when workers claim at the same time', async () => {
    const queue = createSqlQueue({ db, clock: systemClock })
    for (let round = 0; round < 10; round++) {
      for (const [owner, id] of [
        ['ann', 'a1'],
        ['ann', 'a2'],
        ['ann', 'a3'],
        ['ben', 'b1'],
        ['cleo', 'c1'],
      ] as const)
        await queue.enqueue({ id: `${id}-${round}`, kind: 'process', owner })
      const claimed = await Promise.all([1, 2, 3].map(() => queue.claim()))
      expect(new Set(claimed.map((job) => job?.id.charAt(0)))).toEqual(new Set(['a', 'b', 'c']))
      await db.delete(db.schema.jobs)
    }
  })

  test('blocks other claims only for seconds when a worker freezes in the middle of one', async () => {
    const queue = createSqlQueue({ db, clock: systemClock })
    await queue.enqueue({ id: 'a', kind: 'process' })
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<never[]>()
    const stalled = db.oneAtATime('claim', () => {
      begun.resolve()
      return gate.promise
    })
    await begun.promise
    expect(await queue.claim()).toMatchObject({ id: 'a' })
    gate.resolve([])
    await expect(stalled).rejects.toThrow()
  })

  test('skips a job that another worker is claiming, without waiting for it', async () => {
    const queue = createSqlQueue({ db, clock: systemClock })
    await queue.enqueue({ id: 'a', kind: 'process' })
    await queue.enqueue({ id: 'b', kind: 'process' })
    const other = await beginTaking()
    expect(await queue.claim()).toMatchObject({ id: 'b' })
    expect(await queue.claim()).toBeNull()
    await other.commit()
  })

  test('does not take a job from the first worker after waiting for its row', async () => {
    // Selected without a lock, the row can change before it is taken; only the condition repeated in the update guards
    // it.
    const queue = createSqlQueue({
      db: Object.assign(Object.create(db), { skipLocked: (query: unknown) => query }) as Database,
      clock: systemClock,
    })
    await queue.enqueue({ id: 'a', kind: 'process' })
    const other = await beginTaking()
    const claim = queue.claim()
    await someoneWaits()
    await other.commit()
    expect(await claim).toBeNull()
    expect(await db.select({ token: db.schema.jobs.leaseToken }).from(db.schema.jobs)).toEqual([
      { token: 'of another worker' },
    ])
  })
  test('gives only one of two workers a job when they claim two kinds on one subject at the same time', async () => {
    const queue = createSqlQueue({ db, clock: systemClock })
    await queue.enqueue({ id: 'a', kind: 'process' })
    await queue.enqueue({ id: 'a', kind: 'other' })
    await queue.enqueue({ id: 'b', kind: 'other' })
    const first = await beginTaking()
    const claim = queue.claim({ kinds: ['other'] })
    await someoneWaits()
    await first.commit()
    expect(await claim).toMatchObject({ id: 'b' })
  })
})
