import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryRateLimiter } from '../../limits/rate-limiter-memory.ts'
import { createPostgresRateLimiter } from '../../limits/rate-limiter-postgres.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { BOTH_DATABASES, HAS_POSTGRES } from '../../testing/databases.ts'
import { createPostgres } from '../../testing/postgres.ts'
import { runOncePerCluster } from './run-once-per-cluster.ts'
import { oneByOne } from './locks.ts'
import { openProcesses, type Processes } from './open-processes.ts'

const SECRET = 'secret of both processes'

const RULE = { name: 'tries', points: 3, seconds: 60 }

describe.each(BOTH_DATABASES)('what processes on %s share', (name) => {
  /** Two processes; on SQLite there is one only. */
  let one: Processes
  let other: Processes
  let limiters: [RateLimiter, RateLimiter]
  beforeEach(async () => {
    const url = name === 'postgres' ? await createPostgres({ migrated: true }) : null
    one = await openProcesses(url)
    other = url === null ? one : await openProcesses(url)
    if (one.counts !== null && other.counts !== null)
      limiters = [
        await createPostgresRateLimiter(one.counts, SECRET),
        await createPostgresRateLimiter(other.counts, SECRET),
      ]
    else limiters = Array(2).fill(createMemoryRateLimiter()) as typeof limiters
  })
  afterEach(async () => {
    await one.close()
    await other.close()
  })

  test('a lock has one holder, which is notified when another process waits for it', async () => {
    const notified = Promise.withResolvers<void>()
    const release = await one.locks.take('a', { onWanted: notified.resolve })
    let isTaken = false
    const second = other.locks.take('a').then((end) => {
      isTaken = true
      return end
    })
    await notified.promise
    await (
      await other.locks.take('b')
    )()
    expect(isTaken).toBe(false)
    await release()
    await (
      await second
    )()
  })

  test('a caller that gives up waiting holds nothing', async () => {
    const release = await one.locks.take('a')
    const waiting = new AbortController()
    const second = other.locks.take('a', { signal: waiting.signal })
    const reason = new Error('no longer wanted')
    waiting.abort(reason)
    await expect(second).rejects.toBe(reason)
    await release()
    await (
      await one.locks.take('a')
    )()
  })

  test('what belongs to one name runs one after another', async () => {
    let running = 0
    const seen: number[] = []
    const run = async () => {
      seen.push((running += 1))
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
    await Promise.all([one, other, one, other].map(({ locks }) => oneByOne(locks, 'a', run)))
    expect(seen).toEqual([1, 1, 1, 1])
  })

  test('what one of them does for all is done by one in each period, also where that one ends', async () => {
    const done: string[] = []
    let minutes = 0
    const now = () => minutes * 60_000
    const work = (name: string, { locks, notices }: Processes) =>
      runOncePerCluster({ locks, notices, now }, { name: 'sweep', everyMs: 60 * 60_000 }, async () => {
        if (name === 'failing') throw new Error('the bucket is away')
        done.push(name)
        notices.send('job.ready')
      })
    const [first, second, failing] = [work('first', one), work('second', other), work('failing', one)]
    const heard = () => new Promise<void>((resolve) => void other.notices.on('job.ready', () => resolve()))
    await expect(failing()).rejects.toThrow('away')
    let isHeard = heard()
    await first()
    await isHeard
    minutes = 30
    await second()
    minutes = 60
    isHeard = heard()
    await first()
    await isHeard
    minutes = 90
    await second()
    expect(done).toEqual(['first', 'first'])
    minutes = 150
    await second()
    expect(done, 'the other one has ended').toEqual(['first', 'first', 'second'])
  })

  test('a message reaches every process, the sender’s own included', async () => {
    const received = [one, other].map(({ notices }) => {
      const { promise, resolve } = Promise.withResolvers<string | null>()
      notices.on('setting.changed', resolve)
      return promise
    })
    one.notices.send('setting.changed', 'x')
    expect(await Promise.all(received)).toEqual(['x', 'x'])
  })

  test('attempts are counted for all of them together', async () => {
    const [here, there] = limiters
    expect([await here.take(RULE, 'ann'), await there.take(RULE, 'ann'), await here.take(RULE, 'ann')]).toEqual([
      null,
      null,
      null,
    ])
    expect(await there.take(RULE, 'ann')).toBeGreaterThan(0)
    expect(await there.take(RULE, 'ben')).toBeNull()
    expect(await there.take({ ...RULE, name: 'other' }, 'ann')).toBeNull()
    await here.giveBack(RULE, 'ben')
    await there.take(RULE, 'ben')
    await there.take(RULE, 'ben')
    expect(await here.take(RULE, 'ben')).toBeNull()
    expect(await here.take(RULE, 'ben')).toBeGreaterThan(0)
  })
})

describe.runIf(HAS_POSTGRES)('the line to PostgreSQL', () => {
  let url: string
  let observer: Client
  let one: Processes
  let other: Processes
  beforeAll(async () => {
    url = await createPostgres({ migrated: true })
    observer = new Client(url)
    await observer.connect()
  })
  afterAll(() => observer.end())
  beforeEach(async () => {
    one = await openProcesses(url)
    other = await openProcesses(url)
  })
  afterEach(async () => {
    await one.close()
    await other.close()
  })

  /** Ends the connections that hold locks, as the end of a process or of a network does. */
  const cut = () =>
    observer.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )

  test('when it is lost, the holder of a lock is notified, and another process gets the lock', async () => {
    const notified = Promise.withResolvers<void>()
    const release = await one.locks.take('a', { onWanted: notified.resolve })
    await cut()
    await notified.promise
    const releaseOther = await other.locks.take('a')
    await release()
    let isTaken = false
    const again = (async () => {
      for (;;)
        try {
          return await one.locks.take('a')
        } catch {
          // The line is being opened again.
          await new Promise((resolve) => setImmediate(resolve))
        }
    })().then((end) => {
      isTaken = true
      return end
    })
    await (
      await other.locks.take('b')
    )()
    expect(isTaken, 'a release of the lost one frees nothing of others').toBe(false)
    await releaseOther()
    await (
      await again
    )()
  })

  test('when it is back, listeners are notified that they may have missed messages, and new ones arrive', async () => {
    const received: (string | null)[] = []
    one.notices.on('job.ready', (text) => received.push(text))
    await one.locks.take('a')
    await cut()
    await expect.poll(() => received).toContain(null)
    other.notices.send('job.ready', 'x')
    await expect.poll(() => received).toContain('x')
  })

  test.each(['', 'not JSON', '{"topic":"job.ready"}'])(
    'a message of somebody else is passed over: %s',
    async (text) => {
      const received: (string | null)[] = []
      one.notices.on('job.ready', (notice) => received.push(notice))
      await observer.query('select pg_notify($1, $2)', ['callfolio', text])
      other.notices.send('job.ready', 'x')
      await expect.poll(() => received).toEqual(['x'])
    },
  )
})
