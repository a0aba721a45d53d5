import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../kernel/clock.ts'
import { TransientFailure } from '../kernel/errors.ts'
import type { Lane } from './lanes.ts'
import { orderOf } from './line.ts'
import type { ClaimedJob, FailedFilter, Queue } from './queue.ts'
import { decideRetry } from './retry-decision.ts'

/** What a driver hands to the suite: its queue on an empty store, and the length of its leases. */
export interface OpenQueue {
  queue: Queue
  leaseMs: number
}

/**
 * For a suite of tests: a queue on an emptied store before each of them, a clock that they move, and what they do most.
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
    /** Adds jobs of one kind, in their order. */
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

/** The promises every queue driver keeps, run on an emptied store each time. */
export function describeQueue(name: string, open: (clock: Clock) => Promise<OpenQueue>): void {
  describe(`queue on ${name}`, () => {
    const suite = useQueue(open)
    const { add, claim } = suite

    test('the depth of each lane counts what is ready, delayed, running and failed, and how long the oldest waits', async () => {
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

    test('an empty queue gives nothing', async () => {
      expect(await suite.queue.claim()).toBeNull()
    })

    test('a job is delivered once, as a first attempt', async () => {
      await add('a')
      expect(await claim()).toMatchObject({ id: 'a', kind: 'process', attempt: 1 })
      expect(await suite.queue.claim()).toBeNull()
    })

    test('jobs come in the order they were added', async () => {
      await add('b')
      suite.now += 1
      await add('a')
      expect([(await claim()).id, (await claim()).id]).toEqual(['b', 'a'])
    })

    test('a worker that takes jobs of some kinds only gets no others, and waits behind none of them', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'slow' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'b', kind: 'quick' })
      expect(await suite.queue.claim({ kinds: ['quick'] })).toMatchObject({ id: 'b', kind: 'quick' })
      expect(await suite.queue.claim({ kinds: ['quick'] })).toBeNull()
      expect(await suite.queue.claim({ kinds: ['quick', 'slow'] })).toMatchObject({ id: 'a', kind: 'slow' })
    })

    test('of several kinds of job on one thing each is a job of its own, and one runs at a time', async () => {
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

    test('a worker leaves jobs to others that have what these need', async () => {
      await suite.queue.enqueue({ id: 'a', kind: 'process', needs: 'speech' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'b', kind: 'process', needs: 'recap' })
      suite.now += 1
      await suite.queue.enqueue({ id: 'c', kind: 'process' })
      const without = ['speech', 'other']
      expect(await suite.queue.claim({ without })).toMatchObject({ id: 'b' })
      expect(await suite.queue.claim({ without })).toMatchObject({ id: 'c' })
      expect(await suite.queue.claim({ without })).toBeNull()
      expect(await suite.queue.claim({ without: [] }), 'where nobody has it, anybody takes it').toMatchObject({
        id: 'a',
      })
    })

    test('a job that failed for good is listed with its reason until it is set going again', async () => {
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

    test('failed jobs are listed the newest first, as many as are asked for, or those on one thing', async () => {
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

      test('a worker of one lane takes no job of the other, and none waits for the other lane', async () => {
        await addTo('long', 'ann', 'call')
        await addTo('short', 'ann', 'captions')
        expect(await suite.queue.claim({ lane: 'short' })).toMatchObject({ id: 'captions', lane: 'short' })
        expect(await suite.queue.claim({ lane: 'short' })).toBeNull()
        expect(await suite.queue.claim({ lane: 'long' })).toMatchObject({ id: 'call', lane: 'long' })
      })

      test('people take turns, each with their own jobs in order', async () => {
        await addTo('short', 'ann', 'a1', 'a2', 'a3')
        await addTo('short', 'ben', 'b1', 'b2')
        await addTo('short', 'cleo', 'c1')
        expect(await claimAll('short')).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
      })

      test('a user who comes while others wait stands behind no more than one job of each of them', async () => {
        await addTo('long', 'ann', ...Array.from({ length: 60 }, (_, i) => `a${i}`))
        await suite.queue.complete(await claim())
        await suite.queue.complete(await claim())
        await addTo('long', 'ben', 'b1', 'b2')
        expect([(await claim()).id, (await claim()).id, (await claim()).id]).toEqual(['b1', 'a2', 'b2'])
      })

      test('the line shows who begins when, as the claims then go', async () => {
        await addTo('long', 'ann', 'a0', 'a1', 'a2', 'a3')
        const running = await claim()
        await addTo('long', 'ben', 'b1', 'b2')
        await addTo('long', null, 'x')
        await addTo('short', 'ben', 's')
        await suite.queue.enqueue({ id: 'other', kind: 'other', lane: 'long', owner: 'ben' })
        const [first, ...rest] = orderOf(await suite.queue.line('process'), 'long').map(({ id }) => id)
        expect(first).toBe(running.id)
        await suite.queue.remove('other')
        expect(rest).toEqual(await claimAll('long'))
      })

      test('turns in one lane count nothing in the other', async () => {
        await addTo('short', 'ann', 's1')
        await suite.queue.complete(await claim())
        await addTo('long', 'ann', 'a1')
        await addTo('long', 'ben', 'b1')
        expect(await claimAll('long')).toEqual(['a1', 'b1'])
      })

      test('nobody’s jobs come in the order they were added', async () => {
        await addTo('short', null, 'x', 'y', 'z')
        expect(await claimAll('short')).toEqual(['x', 'y', 'z'])
      })

      test('a job that turns out to be long goes on in the long lane', async () => {
        await addTo('short', 'ann', 'a')
        await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: false, lane: 'long' })
        expect(await suite.queue.claim({ lane: 'short' })).toBeNull()
        expect(await suite.queue.claim({ lane: 'long' })).toMatchObject({ id: 'a', attempt: 1 })
      })
    })

    describe('jobs that end their process', () => {
      test('each end without a word and each reported one is counted', async () => {
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

      test('only a milestone that was not reached before makes good for them', async () => {
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

      test('a job that is set going again begins without them', async () => {
        await add('a')
        const job = await claim()
        await suite.queue.advance(job, 7)
        await suite.queue.release(job, { delayMs: 0, countsAsAttempt: true, stopped: true })
        await suite.queue.fail(await claim(), 'no')
        await add('a')
        const anew = await claim()
        expect(anew).toMatchObject({ stops: 0 })
        await suite.queue.release(anew, { delayMs: 0, countsAsAttempt: true, stopped: true })
        const next = await claim()
        await suite.queue.advance(next, 1)
        suite.now += suite.leaseMs + 1
        expect(await claim(), 'milestones begin again too').toMatchObject({ stops: 1 })
      })
    })

    test('60 claimers at once share 50 jobs without a double', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `job-${index}`)
      await add(...ids)
      const claims = await Promise.all(Array.from({ length: 60 }, () => suite.queue.claim()))
      const got = claims.flatMap((job) => job?.id ?? [])
      expect(got.toSorted()).toEqual(ids.toSorted())
    })

    test('adding a queued or a running job again changes nothing', async () => {
      await add('a')
      await add('a')
      const job = await claim()
      await add('a')
      expect(await suite.queue.claim()).toBeNull()
      expect(await suite.queue.complete(job)).toBe(true)
    })

    test('a finished and a failed job can be set going again, as a first attempt', async () => {
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

    test('a job ends exactly once', async () => {
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

    test('a renewed lease holds', async () => {
      await add('a')
      const job = await claim()
      suite.now += suite.leaseMs - 1
      expect(await suite.queue.renew(job)).toBe(true)
      suite.now += suite.leaseMs - 1
      expect(await suite.queue.claim()).toBeNull()
    })

    test('a lease that ran out goes to another worker, and the first can say nothing more', async () => {
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

    test('the job of a worker that died is another’s within a minute, with seconds left for that one to poll', async () => {
      await add('a')
      await claim()
      suite.now += 50_000
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('a process that starts as the only one takes over what another left running, without waiting for its lease', async () => {
      await add('a')
      const left = await claim()
      await suite.queue.takeOver()
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
      expect(await suite.queue.complete(left)).toBe(false)
    })

    test('a released job waits for its time', async () => {
      await add('a')
      await suite.queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      suite.now += 4_999
      expect(await suite.queue.claim()).toBeNull()
      suite.now += 1
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('a job that fails again and again waits longer each time, and is nobody’s until then', async () => {
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

    test('a release that counts no attempt leaves the count as it was', async () => {
      await add('a')
      await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: false })
      expect((await claim()).attempt).toBe(1)
    })

    test('a removed job is gone, of whatever kind, also for the one who runs it', async () => {
      await add('a')
      const job = await claim()
      await suite.queue.enqueue({ id: 'a', kind: 'other' })
      await suite.queue.remove('a')
      expect(await suite.queue.renew(job)).toBe(false)
      expect(await suite.queue.complete(job)).toBe(false)
      suite.now += suite.leaseMs + 1
      expect(await suite.queue.claim()).toBeNull()
    })

    test('listeners are notified of jobs that were removed, by their id, until they are removed', async () => {
      const removed: (string | null)[] = []
      const remove = suite.queue.onRemoved((id) => removed.push(id))
      await add('a', 'b')
      await suite.queue.remove('a')
      remove()
      await suite.queue.remove('b')
      expect(removed).toEqual(['a'])
    })

    test('listeners are notified of jobs that are ready now, until they are removed', async () => {
      let removed = 0
      const remove = suite.queue.onReady(() => (removed += 1))
      await add('a')
      const job = await claim()
      await suite.queue.release(job, { delayMs: 60_000, countsAsAttempt: true })
      expect(removed).toBe(1)
      suite.now += 60_000
      await suite.queue.release(await claim(), { delayMs: 0, countsAsAttempt: true })
      expect(removed).toBe(2)
      remove()
      await add('b')
      expect(removed).toBe(2)
    })

    test('a job runs from its claim until it ends, is put back, is removed or its lease is over', async () => {
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
