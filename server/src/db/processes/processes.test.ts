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

describe.each(BOTH_DATABASES)('processes on %s', (name) => {
  /** Two processes; on SQLite there is only one. */
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

  test('give a lock one holder, which is notified when another process waits for it', async () => {
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

  test('hold nothing for a caller that gives up waiting', async () => {
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

  test('run work under one name one at a time', async () => {
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

  test('do shared work once per period, even if the process that does it ends', async () => {
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

  test('send a message to every process, including the sender', async () => {
    const received = [one, other].map(({ notices }) => {
      const { promise, resolve } = Promise.withResolvers<string | null>()
      notices.on('setting.changed', resolve)
      return promise
    })
    one.notices.send('setting.changed', 'x')
    expect(await Promise.all(received)).toEqual(['x', 'x'])
  })

  test('count attempts together', async () => {
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

describe.runIf(HAS_POSTGRES)('the connection to PostgreSQL', () => {
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

  /** Ends the connections that hold locks, like the end of a process or a lost network. */
  const cut = () =>
    observer.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    )

  test('notifies a lock’s holder and frees the lock for another process when it is lost', async () => {
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
          // The connection is being reopened.
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

  test('notifies listeners that they may have missed messages when it is back, and delivers new ones', async () => {
    const received: (string | null)[] = []
    one.notices.on('job.ready', (text) => received.push(text))
    await one.locks.take('a')
    await cut()
    await expect.poll(() => received).toContain(null)
    other.notices.send('job.ready', 'x')
    await expect.poll(() => received).toContain('x')
  })

  test.each(['', 'not JSON', '{"topic":"job.ready"}'])('ignores a message from another program: %s', async (text) => {
    const received: (string | null)[] = []
    one.notices.on('job.ready', (notice) => received.push(notice))
    await observer.query('select pg_notify($1, $2)', ['callfolio', text])
    other.notices.send('job.ready', 'x')
    await expect.poll(() => received).toEqual(['x'])
  })
})
