import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { FAILURES } from '@callfolio/shared/failures.ts'
import { PermanentFailure, TransientFailure, WorkStopped } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { openMemory } from '../testing/databases.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import { LongWork, type JobHandler, type JobRun } from './handler.ts'
import type { Lane } from './lanes.ts'
import { createRunner, pauseMs, type Runner } from './runner.ts'
import { createSqlQueue, LEASE_MS } from './sql-queue.ts'
import { decideRetry } from './retry-decision.ts'

let now: number
let db: Database
let queue: ReturnType<typeof createSqlQueue>
let runners: Runner[]
let failures: string[]
let logged: string

beforeEach(async () => {
  now = Date.parse('2026-03-02T09:00:00Z')
  db = await openMemory()
  queue = createSqlQueue({ db, clock: () => new Date(now) })
  runners = []
  failures = []
  logged = ''
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await db.close()
})

function start(
  run: JobHandler['run'],
  {
    concurrency = 1,
    renewMs = 5,
    onFailed,
    lane,
    ...also
  }: { concurrency?: number; renewMs?: number; lane?: Lane } & Partial<
    Pick<JobHandler, 'onFailed' | 'onEnded' | 'reached'>
  > = {},
): Runner {
  const recordFailure: JobHandler['onFailed'] = async (id, { code, message }) =>
    void failures.push(`${id}: ${code}: ${message}`)
  const handlers = { process: { run, onFailed: onFailed ?? recordFailure, ...also } }
  const log = createLogger('info', { write: (line) => (logged += line) })
  const runner = createRunner({
    queue,
    handlers,
    log,
    disk: soundDisk,
    concurrency,
    pollMs: 5,
    renewMs,
    ...(lane && { lane }),
  })
  runners.push(runner)
  runner.start()
  return runner
}

async function row(id: string) {
  const rows = await db.select().from(db.schema.jobs)
  return rows.find((job) => job.id === id)
}

/** Resolves when a runner has written the job's state; the test's timeout is the limit. */
async function becomes(id: string, status: string): Promise<void> {
  while ((await row(id))?.status !== status) await new Promise((resolve) => setTimeout(resolve, 2))
}

const untilAborted = ({ signal }: JobRun) =>
  new Promise<void>((_, reject) =>
    signal.addEventListener('abort', () => reject(new PermanentFailure('not_convertible', 'ffmpeg was killed')), {
      once: true,
    }),
  )

test('runs other kinds of jobs while a long job runs, which waits for its own runner', async () => {
  await queue.enqueue({ id: 'model', kind: 'slow' })
  start(async () => {})
  await queue.enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'done')
  expect(await row('model')).toMatchObject({ status: 'queued', attempt: 0 })
  const slow = createRunner({
    queue,
    handlers: { slow: { run: untilAborted, onFailed: async () => {} } },
    log: createLogger('silent'),
    disk: soundDisk,
    concurrency: 1,
    pollMs: 5,
    renewMs: 5,
  })
  runners.push(slow)
  slow.start()
  await becomes('model', 'running')
  await queue.enqueue({ id: 'another call', kind: 'process' })
  await becomes('another call', 'done')
})

/** Advances through every wait of the queue: each failed attempt is followed by the next. */
async function failsUntilTheEnd(error: () => Error, before?: JobHandler['run']): Promise<number> {
  let tries = 0
  await queue.enqueue({ id: 'call', kind: 'process' })
  start(async (job) => {
    tries += 1
    await before?.(job)
    throw error()
  })
  while ((await row('call'))?.status !== 'failed') {
    await new Promise((resolve) => setTimeout(resolve, 2))
    const waiting = await row('call')
    if (waiting?.status === 'queued') now = waiting.runAt.getTime()
  }
  return tries
}

test('runs and completes a job added while the runner waits', async () => {
  const seen: JobRun[] = []
  start(async (job) => void seen.push(job))
  await queue.enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'done')
  expect(seen).toMatchObject([{ id: 'call', attempt: 1 }])
})

test('asks the database for a new job only from the runners that take it', async () => {
  const claims: string[] = []
  const idle = Promise.withResolvers<void>()
  const begin = (name: string, kind: string, lane: Lane) => {
    const claim: typeof queue.claim = (filter) => {
      claims.push(name)
      if (claims.length === 3) idle.resolve()
      return queue.claim(filter)
    }
    const handlers = { [kind]: { run: async () => {}, onFailed: async () => {} } }
    const log = createLogger('silent')
    const options = { handlers, log, disk: soundDisk, lane, concurrency: 1, pollMs: 600_000 }
    const runner = createRunner({ queue: { ...queue, claim }, ...options })
    runners.push(runner)
    runner.start()
  }
  begin('its own', 'process', 'short')
  begin('another lane', 'process', 'long')
  begin('another kind', 'mail', 'short')
  await idle.promise
  claims.length = 0
  await queue.enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'done')
  expect(new Set(claims)).toEqual(new Set(['its own']))
})

test('finds a job that another process added by polling', async () => {
  start(async () => {})
  await createSqlQueue({ db, clock: () => new Date(now) }).enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'done')
})

test.each([
  [1, 500],
  [4, 2_000],
  [1_000, 10_000],
])(
  'polls the database from %i idle processes together as often as from one, each every %i ms at least',
  (processes, pause) => {
    expect(pauseMs(500, processes)).toBe(pause)
  },
)

test('polls less often in each of many processes than in a single one', async () => {
  const polls = { one: 0, many: 0 }
  const whenPolled = (name: keyof typeof polls, processes: number, until: () => void) => {
    const claim = async () => {
      polls[name]++
      if (polls.one === 30) until()
      return null
    }
    const runner = createRunner({
      queue: { ...queue, claim },
      handlers: {},
      log: createLogger('silent'),
      disk: soundDisk,
      concurrency: 1,
      pollMs: 2,
      processes: () => processes,
    })
    runners.push(runner)
    runner.start()
  }
  await new Promise<void>((done) => {
    whenPolled('many', 5_000, done)
    whenPolled('one', 1, done)
  })
  expect(polls).toEqual({ one: 30, many: 1 })
})

test('runs no job twice when the clock jumps ahead for the worker that holds it', async () => {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const runs: string[] = []
  start(({ id }) => (runs.push(id), id === 'call' ? end : Promise.resolve()), { concurrency: 4, renewMs: 60_000 })
  await queue.enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'running')
  now += 600_000
  // Running a later job shows that the worker has polled since.
  for (const id of ['second', 'third']) {
    await queue.enqueue({ id, kind: 'process' })
    await becomes(id, 'done')
  }
  finish()
  await becomes('call', 'done')
  expect(runs).toEqual(['call', 'second', 'third'])
  expect(await row('call')).toMatchObject({ attempt: 1, stops: 0 })
})

test('runs no more jobs at once than its limit', async () => {
  let running = 0
  let most = 0
  const ids = ['a', 'b', 'c', 'd', 'e']
  for (const id of ids) await queue.enqueue({ id, kind: 'process' })
  start(
    async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
    },
    { concurrency: 2 },
  )
  for (const id of ids) await becomes(id, 'done')
  expect(most).toBe(2)
})

test('retries a job twenty times on a full disk, then reports the full disk', async () => {
  const noRoom = () => new Error('Failed query', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) })
  expect(await failsUntilTheEnd(noRoom)).toBe(20)
  expect(failures).toEqual([`call: disk_full: ${FAILURES.disk_full.sentence}`])
})

test('stores a job’s end when the full disk has space again, and renews its lease until then', async () => {
  const stored = createSqlQueue({ db, clock: () => new Date(now) })
  let refusals = 0
  queue.complete = async (job) => {
    if (++refusals < 4) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    return stored.complete(job)
  }
  let runs = 0
  start(async () => void (runs += 1))
  await queue.enqueue({ id: 'call', kind: 'process' })
  await becomes('call', 'done')
  expect({ runs, refusals }).toEqual({ runs: 1, refusals: 4 })
})

test('ends a job at once with its code and message on a permanent failure', async () => {
  expect(await failsUntilTheEnd(() => new PermanentFailure('unreadable_video', 'This file is not a video.'))).toBe(1)
  expect(failures).toEqual(['call: unreadable_video: This file is not a video.'])
  expect((await row('call'))?.error).toBe('This file is not a video.')
})

test('explains an AI server’s refusal only to the owner, because it may repeat the call', async () => {
  await failsUntilTheEnd(() => new PermanentFailure('ai_refused', 'The AI server refused the request: “Our budget”.'))
  expect(failures).toEqual(['call: ai_refused: The AI server refused the request: “Our budget”.'])
  expect((await queue.listFailed())[0]?.error).toBe('The AI server refused the request.')
  expect(logged).toContain('ai_refused')
  expect(logged).not.toContain('budget')
})

test('attempts a job five times on transient failures, then reports its code and message', async () => {
  expect(
    await failsUntilTheEnd(() => new TransientFailure('engine_stopped', 'The speech service did not answer.')),
  ).toBe(5)
  expect(failures).toEqual(['call: engine_stopped: The speech service did not answer.'])
})

test('retries a bug too, and hides its text from the owner', async () => {
  expect(await failsUntilTheEnd(() => new TypeError('x is undefined'))).toBe(5)
  expect(failures).toEqual(['call: processing_failed: Processing failed'])
})

test('waits longer after each failure', () => {
  const waits = [1, 2, 3, 4].map((attempt) =>
    decideRetry(new TransientFailure('ai_busy', 'busy'), { attempt, stops: 0 }),
  )
  expect(waits).toEqual(
    [5_000, 15_000, 45_000, 135_000].map((delayMs) => ({ kind: 'retry', delayMs, countsAsAttempt: true })),
  )
})

test('waits as long as the service asked', async () => {
  const attempts: number[] = []
  await queue.enqueue({ id: 'call', kind: 'process' })
  start(async ({ attempt }) => {
    attempts.push(attempt)
    if (attempts.length === 1) throw new TransientFailure('ai_busy', 'Too many requests.', { retryAfterMs: 90_000 })
  })
  await becomes('call', 'queued')
  expect((await row('call'))?.runAt.getTime()).toBe(now + 90_000)
  now += 90_000
  await becomes('call', 'done')
  expect(attempts).toEqual([1, 2])
})

test('follows a service’s requested waits twenty times, whatever their length', async () => {
  expect(await failsUntilTheEnd(() => new TransientFailure('ai_busy', undefined, { retryAfterMs: 90_000 }))).toBe(20)
  expect(failures).toEqual(['call: ai_busy: The AI server is busy.'])
})

test.each([
  ['done', null],
  ['failed', new PermanentFailure('empty_file', 'No.')],
])('can add work requested while a job ran once the job is %s', async (_, failure) => {
  const runs: number[] = []
  const add = () => queue.enqueue({ id: 'call', kind: 'process' })
  await add()
  start(
    async () => {
      runs.push(runs.length)
      await add()
      if (failure !== null) throw failure
    },
    { onEnded: async () => void (runs.length < 2 && (await add())) },
  )
  await expect.poll(() => runs).toHaveLength(2)
})

test('notifies the owner before ending the job, and reports again if that failed', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  let notified = 0
  start(async () => Promise.reject(new PermanentFailure('incomplete_file', 'damaged')), {
    onFailed: async () => {
      expect((await row('call'))?.status).toBe('running')
      if (++notified === 1) throw new Error('the database is away')
    },
  })
  await becomes('call', 'queued')
  now += 60_000
  await becomes('call', 'failed')
  expect(notified).toBe(2)
})

test('aborts a worker that lost its lease and ignores its results', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const started = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  start(async (job) => {
    if (job.attempt > 1) return
    started.resolve()
    job.signal.addEventListener('abort', () => aborted.resolve())
    await untilAborted(job)
  })
  await started.promise
  await db.update(db.schema.jobs).set({ leaseUntil: new Date(now - 1), leaseToken: 'of another worker' })
  await aborted.promise
  expect((await row('call'))?.leaseToken).toBe('of another worker')
  expect(failures).toEqual([])
})

test('aborts a removed job at once, before its lease is renewed, while others continue', async () => {
  const begun: string[] = []
  const ended: string[] = []
  const run: JobHandler['run'] = async (job) => {
    begun.push(job.id)
    await untilAborted(job).finally(() => ended.push(job.id))
  }
  for (const id of ['call', 'other']) await queue.enqueue({ id, kind: 'process' })
  start(run, { concurrency: 2, renewMs: 3_600_000 })
  await expect.poll(() => begun).toHaveLength(2)
  await queue.remove('call')
  await expect.poll(() => ended).toEqual(['call'])
})

test('reruns a killed process’s job once its lease expired', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  await queue.claim()
  const attempts: number[] = []
  start(async ({ attempt }) => void attempts.push(attempt))
  now += LEASE_MS + 1
  await becomes('call', 'done')
  expect(attempts).toEqual([2])
})

test('fails a job with its reason, without a rerun, when it ends its process twice in one place', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  for (let kill = 0; kill < 2; kill += 1) {
    await queue.claim()
    now += LEASE_MS + 1
  }
  let runs = 0
  start(async () => void (runs += 1))
  await becomes('call', 'failed')
  expect(runs).toBe(0)
  expect(failures).toEqual([`call: work_stopped: ${FAILURES.work_stopped.sentence}`])
})

test('continues a job that made progress between two ends of its process', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  for (const milestone of [1, 2, 3]) {
    const job = await queue.claim()
    if (job) await queue.advance(job, milestone)
    now += LEASE_MS + 1
  }
  start(async () => {})
  await becomes('call', 'done')
})

test('continues a job that made progress even if its process ended before reporting it', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const first = await queue.claim()
  if (first) await queue.advance(first, 1)
  now += LEASE_MS + 1
  await queue.claim()
  now += LEASE_MS + 1
  start(async () => {}, { reached: async () => 2 })
  await becomes('call', 'done')
})

test('fails a job that made no new progress, however much it made before', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  for (let kill = 0; kill < 2; kill += 1) {
    const job = await queue.claim()
    if (job) await queue.advance(job, 2)
    now += LEASE_MS + 1
  }
  start(async () => {}, { reached: async () => 2 })
  await becomes('call', 'failed')
})

test('resets the count of ended processes at a milestone, also when the next end is reported', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  await queue.claim()
  now += LEASE_MS + 1
  start(async (job) => {
    if (job.attempt > 2) return
    await job.advance(1)
    throw new WorkStopped('work_stopped', 'heap out of memory')
  })
  await becomes('call', 'queued')
  expect(await row('call')).toMatchObject({ stops: 1 })
})

test('retries a job once after its worker process ends, then fails it with its reason', async () => {
  let reached = 0
  const runs = await failsUntilTheEnd(
    () => new WorkStopped('work_stopped', 'heap out of memory'),
    (job) => job.advance((reached += job.attempt === 1 ? 1 : 0)),
  )
  expect(runs).toBe(2)
  expect(failures).toEqual([`call: work_stopped: ${FAILURES.work_stopped.sentence}`])
})

test('moves long work from the short lane to the long one, at the same attempt', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const lanes: [string, number][] = []
  const run: JobHandler['run'] = async ({ lane, attempt }) => {
    lanes.push([lane, attempt])
    if (lane === 'short') throw new LongWork()
  }
  start(run, { lane: 'short' })
  await becomes('call', 'queued')
  start(run, { lane: 'long' })
  await becomes('call', 'done')
  expect(lanes).toEqual([
    ['short', 1],
    ['long', 1],
  ])
})

test('aborts and requeues running jobs on shutdown without counting an attempt', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const started = Promise.withResolvers<void>()
  const runner = start((job) => {
    started.resolve()
    return untilAborted(job)
  })
  await started.promise
  await runner.stop()
  expect(await row('call')).toMatchObject({ status: 'queued', attempt: 0, leaseToken: null })
  expect(failures).toEqual([])
})

test('claims no further job when stopping, and lets running ones finish in time', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const runner = start(async ({ signal }) => {
    started.resolve()
    await gate.promise
    signal.throwIfAborted()
  })
  await started.promise
  const stopped = runner.stop(60_000)
  await queue.enqueue({ id: 'later', kind: 'process' })
  gate.resolve()
  await stopped
  expect(await row('call')).toMatchObject({ status: 'done' })
  expect(await row('later')).toMatchObject({ status: 'queued', attempt: 0 })
})

test('requeues jobs that take longer than the shutdown grace period', async () => {
  await queue.enqueue({ id: 'call', kind: 'process' })
  const started = Promise.withResolvers<void>()
  const runner = start((job) => {
    started.resolve()
    return untilAborted(job)
  })
  await started.promise
  await runner.stop(1)
  expect(await row('call')).toMatchObject({ status: 'queued', attempt: 0 })
})

test('leaves a job of an unknown kind in the queue without blocking others', async () => {
  await queue.enqueue({ id: 'strange', kind: 'unheard-of' })
  await queue.enqueue({ id: 'call', kind: 'process' })
  start(async () => {})
  await becomes('call', 'done')
  expect((await row('strange'))?.status).toBe('queued')
})
