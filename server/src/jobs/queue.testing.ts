import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../kernel/clock.ts'
import { TransientFailure } from '../kernel/errors.ts'
import type { Lane } from './lanes.ts'
import { getOrder } from './job-order.ts'
import type { ClaimedJob, FailedFilter, Queue } from './queue.ts'
import { decideRetry } from './retry-decision.ts'

/** What a driver passes to the suite: its queue on an empty store, and its lease duration. */
export interface OpenQueue {
  queue: Queue
  leaseMs: number
}

/**
 * Sets up a test suite: a queue on an empty store before each test, a clock that tests control, and common operations.
 * @param open opens the queue with that clock.
 */
export function useQueue(open: (clock: Clock) => Promise<OpenQueue>) {
  let opened: OpenQueue
  const suite = {
    /** ms since 1970. */
    now: 0,
    get queue(): Queue {
      return opened.queue
    },
    get leaseMs(): number {
      return opened.leaseMs
    },
    /** Adds jobs of one kind, in this order. */
    add: (...ids: string[]) =>
      ids.reduce((before, id) => before.then(() => suite.queue.enqueue({ id, kind: 'process' })), Promise.resolve()),
    /** @throws when there is none. */
    claim: async (): Promise<ClaimedJob> => {
      const job = await suite.queue.claim()
      if (!job) throw new Error('nothing to claim')
      return job
    },
  }
  beforeEach(async () => {
    suite.now = Date.parse('2026-03-02T09:00:00Z')
    opened = await open(() => new Date(suite.now))
  })
  return suite
}

/** The contract of every queue driver, tested on an empty store each time. */
export function describeQueue(name: string, open: (clock: Clock) => Promise<OpenQueue>): void {
  describe(`queue on ${name}`, () => {
    const suite = useQueue(open)
    const { add, claim } = suite

    test('counts ready, delayed, running and failed jobs per lane, and the oldest job’s wait', async () => {
      for (const id of ['a', 'b', 'c', 'd']) {
        await suite.queue.enqueue({ id, kind: 'process', lane: 'long' })
        suite.now += 1000
      }
      await suite.queue.complete(await claim())
      await suite.queue.fail(await claim(), 'It can’t be read.')
      await suite.queue.release(await claim(), { delayMs: 60_000, countsAsAttempt: true })
      await suite.queue.enqueue({ id: 'e', kind: 'process' })
      await claim()
      suite.now += 500
      const none = { ready: 0, delayed: 0, running: 0, failed: 0, oldestSeconds: 0 }
      expect(await suite.queue.depths()).toEqual([
        { ...none, lane: 'short', ready: 1, oldestSeconds: 0.5 },
        { ...none, lane: 'long', delayed: 1, running: 1, failed: 1 },
      ])
      suite.now += 60_000
      expect((await suite.queue.depths())[1]).toMatchObject({ ready: 1, delayed: 0, oldestSeconds: 0.5 })
    })

    test('returns nothing from an empty queue', async () => {
      expect(await suite.queue.claim()).toBeNull()
    })

    test('delivers a job once, as a first attempt', async () => {
      await add('a')
      expect(await claim()).toMatchObject({ id: 'a', kind: 'process', attempt: 1 })
      expect(await suite.queue.claim()).toBeNull()
    })

    test('delivers jobs in the order they were added', async () => {
      await add('b')
      suite.now += 1
      await add('a')
      expect([(await claim()).id, (await claim()).id]).toEqual(['b', 'a'])
    })

    test('gives a worker only the kinds it takes, without waiting behind others', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'slow' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'b', kind: 'quick' })
      expect(await suite.queue.claim({ kinds: ['quick'] })).toMatchObject({ id: 'b', kind: 'quick' })
      expect(await suite.queue.claim({ kinds: ['quick'] })).toBeNull()
      expect(await suite.queue.claim({ kinds: ['quick', 'slow'] })).toMatchObject({ id: 'a', kind: 'slow' })
    })

    test('treats jobs of several kinds on one subject separately, and runs one at a time', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'slow' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'a', kind: 'quick' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'b', kind: 'quick' })
      const slow = await claim()
      expect(slow).toMatchObject({ id: 'a', kind: 'slow' })
      const elsewhere = await claim()
      expect(elsewhere, 'another thing is not held up').toMatchObject({ id: 'b', kind: 'quick' })
      await suite.queue.complete(elsewhere)
      expect(await suite.queue.claim()).toBeNull()
      await suite.queue.release(slow, { delayMs: 60_000, countsAsAttempt: true })
      const quick = await claim()
      expect(quick).toMatchObject({ id: 'a', kind: 'quick', attempt: 1 })
      suite.now += 60_000
      await suite.queue.renew(quick)
      expect(await suite.queue.claim({ kinds: ['slow'] })).toBeNull()
      expect(await suite.queue.complete(slow), 'it was given back').toBe(false)
      expect(await suite.queue.complete(quick)).toBe(true)
      expect(await claim()).toMatchObject({ id: 'a', kind: 'slow', attempt: 2 })
    })

    test('leaves jobs with a need to workers that meet it', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'process', needs: 'speech' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'b', kind: 'process', needs: 'recap' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'c', kind: 'process' })
      const without = ['speech', 'other']
      expect(await suite.queue.claim({ without })).toMatchObject({ id: 'b' })
      expect(await suite.queue.claim({ without })).toMatchObject({ id: 'c' })
      expect(await suite.queue.claim({ without })).toBeNull()
      expect(await suite.queue.claim({ without: [] }), 'free for any worker').toMatchObject({
        id: 'a',
      })
    })

    test('lists a permanently failed job with its reason until it is restarted', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'process', lane: 'long', owner: 'ann', needs: 'speech' })
      await add('done', 'waiting')
      suite.now += 1
      await suite.queue.fail(await claim(), 'The file is damaged.')
      await suite.queue.complete(await claim())
      const [failed, ...others] = await suite.queue.listFailed()
      expect(others).toEqual([])
      expect(failed).toEqual({
        id: 'a',
        kind: 'process',
        lane: 'long',
        owner: 'ann',
        needs: 'speech',
        error: 'The file is damaged.',
        attempts: 1,
        claimedAt: new Date(suite.now),
      })
      await suite.queue.enqueue(failed ?? expect.unreachable())
      expect(await suite.queue.listFailed()).toEqual([])
    })

    test('lists failed jobs newest first, up to a limit, or those on one subject', async () => {
      for (const id of ['a', 'b', 'c']) {
        await add(id)
        suite.now += 1
        await suite.queue.fail(await claim(), 'The file is damaged.')
      }
      const ids = async (filter?: FailedFilter) => (await suite.queue.listFailed(filter)).map(({ id }) => id)
      expect(await ids()).toEqual(['c', 'b', 'a'])
      expect(await ids({ limit: 2 })).toEqual(['c', 'b'])
      expect(await ids({ id: 'b' })).toEqual(['b'])
    })

    describe('lanes and turns', () => {
      const addTo = (lane: Lane, owner: string | null, ...ids: string[]) =>
        ids.reduce(
          (before, id) =>
            before.then(async () => {
              suite.now += 1
              await suite.queue.enqueue({ id, kind: 'process', lane, owner })
            }),
          Promise.resolve(),
        )
      async function claimAll(lane: Lane): Promise<string[]> {
        const job = await suite.queue.claim({ lane })
        return job === null ? [] : [job.id, ...(await claimAll(lane))]
      }

      test('gives a worker of one lane no job from the other, and keeps the lanes independent', async () => {
        await addTo('long', 'ann', 'call')
        await addTo('short', 'ann', 'captions')
        expect(await suite.queue.claim({ lane: 'short' })).toMatchObject({ id: 'captions', lane: 'short' })
        expect(await suite.queue.claim({ lane: 'short' })).toBeNull()
        expect(await suite.queue.claim({ lane: 'long' })).toMatchObject({ id: 'call', lane: 'long' })
      })

      test('alternates between users, each with their jobs in order', async () => {
        await addTo('short', 'ann', 'a1', 'a2', 'a3')
        await addTo('short', 'ben', 'b1', 'b2')
        await addTo('short', 'cleo', 'c1')
        expect(await claimAll('short')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
      })

      test('puts a new user behind at most one job of each waiting user', async () => {
        await addTo('long', 'ann', ...Array.from({ length: 60 }, (_, i) => `a${i}`))
        await suite.queue.complete(await claim())
        await suite.queue.complete(await claim())
        await addTo('long', 'ben', 'b1', 'b2')
        expect([(await claim()).id, (await claim()).id, (await claim()).id]).toEqual(['b1', 'a2', 'b2'])
      })

      test('shows the order in line that the claims then follow', async () => {
        await addTo('long', 'ann', 'a0', 'a1', 'a2', 'a3')
        const running = await claim()
        await addTo('long', 'ben', 'b1', 'b2')
        await addTo('long', null, 'x')
        await addTo('short', 'ben', 's')
        await suite.queue.enqueue({ id: 'other', kind: 'other', lane: 'long', owner: 'ben' })
        const [first, ...rest] = getOrder(await suite.queue.line('process'), 'long').map(({ id }) => id)
        expect(first).toBe(running.id)
        await suite.queue.remove('other')
        expect(rest).toEqual(await claimAll('long'))
      })

      test('counts turns separately for each lane', async () => {
        await addTo('short', 'ann', 's1')
        await suite.queue.complete(await claim())
        await addTo('long', 'ann', 'a1')
        await addTo('long', 'ben', 'b1')
        expect(await claimAll('long')).toEqual(['a1', 'b1'])
      })

      test('delivers jobs without an owner in the order they were added', async () => {
        await addTo('short', null, 'x', 'y', 'z')
        expect(await claimAll('short')).toEqual(['x', 'y', 'z'])
      })

      test('moves a job that turns out to be long to the long lane', async () => {
        await addTo('short', 'ann', 'a')
        await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: false, lane: 'long' })
        expect(await suite.queue.claim({ lane: 'short' })).toBeNull()
        expect(await suite.queue.claim({ lane: 'long' })).toMatchObject({ id: 'a', attempt: 1 })
      })
    })

    describe('jobs that end their process', () => {
      test('counts each end of a process, reported or not', async () => {
        await add('a')
        expect(await claim()).toMatchObject({ stops: 0 })
        suite.now += suite.leaseMs + 1
        const second = await claim()
        expect(second).toMatchObject({ stops: 1 })
        await suite.queue.release(second, { delayMs: 0, countsAsAttempt: true, stopped: true })
        const third = await claim()
        expect(third).toMatchObject({ stops: 2 })
        await suite.queue.release(third, { delayMs: 0, countsAsAttempt: true })
        expect(await claim(), 'an ordinary failure is none').toMatchObject({ stops: 2 })
      })

      test('resets the count only at a new milestone', async () => {
        await add('a')
        await suite.queue.advance(await claim(), 3)
        suite.now += suite.leaseMs + 1
        const again = await claim()
        expect(await suite.queue.advance(again, 3)).toBe(false)
        suite.now += suite.leaseMs + 1
        const third = await claim()
        expect(third).toMatchObject({ stops: 2 })
        expect(await suite.queue.advance(third, 4)).toBe(true)
        expect(await suite.queue.advance(again, 9), 'the lease is another’s').toBe(false)
        suite.now += suite.leaseMs + 1
        expect(await claim()).toMatchObject({ stops: 1 })
      })

      test('resets the count when the job is restarted', async () => {
        await add('a')
        const job = await claim()
        await suite.queue.advance(job, 7)
        await suite.queue.release(job, { delayMs: 0, countsAsAttempt: true, stopped: true })
        await suite.queue.fail(await claim(), 'no')
        await add('a')
        const again = await claim()
        expect(again).toMatchObject({ stops: 0 })
        await suite.queue.release(again, { delayMs: 0, countsAsAttempt: true, stopped: true })
        const next = await claim()
        await suite.queue.advance(next, 1)
        suite.now += suite.leaseMs + 1
        expect(await claim(), 'milestones begin again too').toMatchObject({ stops: 1 })
      })
    })

    test('shares 50 jobs among 60 concurrent claimers without a duplicate', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `job-${index}`)
      await add(...ids)
      const claims = await Promise.all(Array.from({ length: 60 }, () => suite.queue.claim()))
      const got = claims.flatMap((job) => job?.id ?? [])
      expect(got.toSorted()).toEqual(ids.toSorted())
    })

    test('changes nothing when a queued or running job is added again', async () => {
      await add('a')
      await add('a')
      const job = await claim()
      await add('a')
      expect(await suite.queue.claim()).toBeNull()
      expect(await suite.queue.complete(job)).toBe(true)
    })

    test('restarts finished and failed jobs as a first attempt', async () => {
      await add('done', 'failed')
      await suite.queue.complete(await claim())
      await suite.queue.fail(await claim(), 'The file is damaged.')
      expect(await suite.queue.claim()).toBeNull()
      await add('done', 'failed')
      expect([await claim(), await claim()].map(({ id, attempt }) => [id, attempt])).toEqual([
        ['done', 1],
        ['failed', 1],
      ])
    })

    test('ends a job exactly once', async () => {
      await add('a')
      const job = await claim()
      const ends = [
        await suite.queue.complete(job),
        await suite.queue.complete(job),
        await suite.queue.fail(job, 'no'),
        await suite.queue.release(job, { delayMs: 0, countsAsAttempt: true }),
      ]
      expect(ends).toEqual([true, false, false, false])
      expect(await suite.queue.claim()).toBeNull()
    })

    test('keeps a renewed lease valid', async () => {
      await add('a')
      const job = await claim()
      suite.now += suite.leaseMs - 1
      expect(await suite.queue.renew(job)).toBe(true)
      suite.now += suite.leaseMs - 1
      expect(await suite.queue.claim()).toBeNull()
    })

    test('gives an expired lease to another worker and ignores the first', async () => {
      await add('a')
      const frozen = await claim()
      suite.now += suite.leaseMs + 1
      const other = await claim()
      expect(other).toMatchObject({ id: 'a', attempt: 2 })
      expect(await suite.queue.renew(frozen)).toBe(false)
      expect(await suite.queue.complete(frozen)).toBe(false)
      expect(await suite.queue.fail(frozen, 'late')).toBe(false)
      expect(await suite.queue.release(frozen, { delayMs: 0, countsAsAttempt: true })).toBe(false)
      expect(await suite.queue.complete(other)).toBe(true)
    })

    test('reclaims a dead worker’s job within a minute, with seconds left to poll for it', async () => {
      await add('a')
      await claim()
      suite.now += 50_000
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('lets the only process take over running jobs at startup without waiting for their leases', async () => {
      await add('a')
      const left = await claim()
      await suite.queue.takeOver()
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
      expect(await suite.queue.complete(left)).toBe(false)
    })

    test('holds a released job until its time', async () => {
      await add('a')
      await suite.queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      suite.now += 4_999
      expect(await suite.queue.claim()).toBeNull()
      suite.now += 1
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('increases the wait after each failure, and delivers the job to no worker until then', async () => {
      await add('a')
      for (const [failures, delayMs] of [5_000, 15_000, 45_000, 135_000].entries()) {
        const job = await claim()
        const decided = decideRetry(new TransientFailure('unavailable', 'The AI server is busy.'), job)
        expect({ attempt: job.attempt, ...decided }).toMatchObject({ attempt: failures + 1, kind: 'retry', delayMs })
        if (decided.kind === 'retry') await suite.queue.release(job, decided)
        suite.now += delayMs - 1
        expect(await suite.queue.claim()).toBeNull()
        suite.now += 1
      }
    })

    test('keeps the attempt count when a release doesn’t count', async () => {
      await add('a')
      await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: false })
      expect((await claim()).attempt).toBe(1)
    })

    test('removes jobs of every kind, also for the worker that runs one', async () => {
      await add('a')
      const job = await claim()
      await suite.queue.enqueue({ id: 'a', kind: 'other' })
      await suite.queue.remove('a')
      expect(await suite.queue.renew(job)).toBe(false)
      expect(await suite.queue.complete(job)).toBe(false)
      suite.now += suite.leaseMs + 1
      expect(await suite.queue.claim()).toBeNull()
    })

    test('notifies listeners of removed jobs, by ID, until the listeners are removed', async () => {
      const removed: (string | null)[] = []
      const remove = suite.queue.onRemoved((id) => removed.push(id))
      await add('a', 'b')
      await suite.queue.remove('a')
      remove()
      await suite.queue.remove('b')
      expect(removed).toEqual(['a'])
    })

    test('notifies listeners of ready jobs until the listeners are removed', async () => {
      const ready: unknown[] = []
      const remove = suite.queue.onReady((job) => ready.push(job))
      await add('a')
      const job = await claim()
      await suite.queue.release(job, { delayMs: 60_000, countsAsAttempt: true })
      suite.now += 60_000
      await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: true, lane: 'long' })
      await suite.queue.takeOver()
      remove()
      await add('b')
      expect(ready).toEqual([{ lane: 'short', kind: job.kind }, { lane: 'long', kind: job.kind }, null])
    })

    test('counts a job as running until it ends, is released, is removed or its lease expires', async () => {
      await add('done', 'put back', 'removed', 'left', 'waiting')
      const jobs = [await claim(), await claim(), await claim(), await claim()]
      expect((await suite.queue.listRunning()).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
      for (const job of jobs) {
        if (job.id === 'done') await suite.queue.complete(job)
        if (job.id === 'put back') await suite.queue.release(job, { delayMs: 60_000, countsAsAttempt: true })
      }
      await suite.queue.remove('removed')
      const running = jobs.flatMap(({ id }) => (id === 'left' || id === 'waiting' ? id : []))
      expect(await suite.queue.listRunning()).toEqual(running)
      suite.now += suite.leaseMs + 1
      expect(await suite.queue.listRunning()).toEqual([])
    })
  })
}
