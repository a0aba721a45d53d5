import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../kernel/clock.ts'
import type { ClaimedJob, Queue } from './queue.ts'

/** What a driver hands to the suite: its queue on an empty store, and the length of its leases. */
export interface OpenQueue {
  queue: Queue
  leaseMs: number
}

/** The promises every queue driver keeps, run on an emptied store each time. */
export function describeQueue(name: string, open: (clock: Clock) => Promise<OpenQueue>): void {
  describe(`queue on ${name}`, () => {
    let now = 0
    let opened: OpenQueue
    let queue: Queue

    beforeEach(async () => {
      now = Date.parse('2026-03-02T09:00:00Z')
      opened = await open(() => new Date(now))
      queue = opened.queue
    })

    const add = (...ids: string[]) =>
      ids.reduce((before, id) => before.then(() => queue.enqueue({ id, kind: 'process' })), Promise.resolve())
    async function claim(): Promise<ClaimedJob> {
      const job = await queue.claim()
      if (!job) throw new Error('nothing to claim')
      return job
    }

    test('an empty queue gives nothing', async () => {
      expect(await queue.claim()).toBeNull()
    })

    test('a job is handed out once, as a first attempt', async () => {
      await add('a')
      expect(await claim()).toMatchObject({ id: 'a', kind: 'process', attempt: 1 })
      expect(await queue.claim()).toBeNull()
    })

    test('jobs come in the order they were added', async () => {
      await add('b')
      now += 1
      await add('a')
      expect([(await claim()).id, (await claim()).id]).toEqual(['b', 'a'])
    })

    test('whoever takes jobs of some kinds alone gets no others, and waits behind none of them', async () => {
      await queue.enqueue({ id: 'a', kind: 'slow' })
      now += 1
      await queue.enqueue({ id: 'b', kind: 'quick' })
      expect(await queue.claim(['quick'])).toMatchObject({ id: 'b', kind: 'quick' })
      expect(await queue.claim(['quick'])).toBeNull()
      expect(await queue.claim(['quick', 'slow'])).toMatchObject({ id: 'a', kind: 'slow' })
    })

    test('of several kinds of job on one thing each is a job of its own, and one runs at a time', async () => {
      await queue.enqueue({ id: 'a', kind: 'slow' })
      now += 1
      await queue.enqueue({ id: 'a', kind: 'quick' })
      now += 1
      await queue.enqueue({ id: 'b', kind: 'quick' })
      const slow = await claim()
      expect(slow).toMatchObject({ id: 'a', kind: 'slow' })
      const elsewhere = await claim()
      expect(elsewhere, 'another thing is not held up').toMatchObject({ id: 'b', kind: 'quick' })
      await queue.complete(elsewhere)
      expect(await queue.claim()).toBeNull()
      await queue.release(slow, { delayMs: 60_000, countsAsAttempt: true })
      const quick = await claim()
      expect(quick).toMatchObject({ id: 'a', kind: 'quick', attempt: 1 })
      now += 60_000
      await queue.renew(quick)
      expect(await queue.claim(['slow'])).toBeNull()
      expect(await queue.complete(slow), 'it was given back').toBe(false)
      expect(await queue.complete(quick)).toBe(true)
      expect(await claim()).toMatchObject({ id: 'a', kind: 'slow', attempt: 2 })
    })

    test('60 claimers at once share 50 jobs without a double', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `job-${index}`)
      await add(...ids)
      const claims = await Promise.all(Array.from({ length: 60 }, () => queue.claim()))
      const got = claims.flatMap((job) => job?.id ?? [])
      expect(got.toSorted()).toEqual(ids.toSorted())
    })

    test('adding a queued or a running job again changes nothing', async () => {
      await add('a')
      await add('a')
      const job = await claim()
      await add('a')
      expect(await queue.claim()).toBeNull()
      expect(await queue.complete(job)).toBe(true)
    })

    test('a finished and a failed job can be set going again, as a first attempt', async () => {
      await add('done', 'failed')
      await queue.complete(await claim())
      await queue.fail(await claim(), 'The file is damaged.')
      expect(await queue.claim()).toBeNull()
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
        await queue.complete(job),
        await queue.complete(job),
        await queue.fail(job, 'no'),
        await queue.release(job, { delayMs: 0, countsAsAttempt: true }),
      ]
      expect(ends).toEqual([true, false, false, false])
      expect(await queue.claim()).toBeNull()
    })

    test('a renewed lease holds', async () => {
      await add('a')
      const job = await claim()
      now += opened.leaseMs - 1
      expect(await queue.renew(job)).toBe(true)
      now += opened.leaseMs - 1
      expect(await queue.claim()).toBeNull()
    })

    test('a lease that ran out goes to another worker, and the first can say nothing more', async () => {
      await add('a')
      const frozen = await claim()
      now += opened.leaseMs + 1
      const other = await claim()
      expect(other).toMatchObject({ id: 'a', attempt: 2 })
      expect(await queue.renew(frozen)).toBe(false)
      expect(await queue.complete(frozen)).toBe(false)
      expect(await queue.fail(frozen, 'late')).toBe(false)
      expect(await queue.release(frozen, { delayMs: 0, countsAsAttempt: true })).toBe(false)
      expect(await queue.complete(other)).toBe(true)
    })

    test('a process that starts alone takes over what another left running, without waiting for its lease', async () => {
      await add('a')
      const left = await claim()
      await queue.takeOver()
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
      expect(await queue.complete(left)).toBe(false)
    })

    test('a released job waits for its time', async () => {
      await add('a')
      await queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      now += 4_999
      expect(await queue.claim()).toBeNull()
      now += 1
      expect(await claim()).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('a release that counts no attempt leaves the count as it was', async () => {
      await add('a')
      await queue.release(await claim(), { delayMs: 0, countsAsAttempt: false })
      expect((await claim()).attempt).toBe(1)
    })

    test('a removed job is gone, of whatever kind, also for the one who runs it', async () => {
      await add('a')
      const job = await claim()
      await queue.enqueue({ id: 'a', kind: 'other' })
      await queue.remove('a')
      expect(await queue.renew(job)).toBe(false)
      expect(await queue.complete(job)).toBe(false)
      now += opened.leaseMs + 1
      expect(await queue.claim()).toBeNull()
    })

    test('listeners hear of jobs that are ready now, until they are removed', async () => {
      let heard = 0
      const remove = queue.onReady(() => (heard += 1))
      await add('a')
      const job = await claim()
      await queue.release(job, { delayMs: 60_000, countsAsAttempt: true })
      expect(heard).toBe(1)
      now += 60_000
      await queue.release(await claim(), { delayMs: 0, countsAsAttempt: true })
      expect(heard).toBe(2)
      remove()
      await add('b')
      expect(heard).toBe(2)
    })

    test('a job runs from its claim until it ends, is put back, is removed or its lease is over', async () => {
      await add('done', 'put back', 'removed', 'left', 'waiting')
      const jobs = [await claim(), await claim(), await claim(), await claim()]
      expect((await queue.listRunning()).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
      for (const job of jobs) {
        if (job.id === 'done') await queue.complete(job)
        if (job.id === 'put back') await queue.release(job, { delayMs: 60_000, countsAsAttempt: true })
      }
      await queue.remove('removed')
      const running = jobs.flatMap(({ id }) => (id === 'left' || id === 'waiting' ? id : []))
      expect(await queue.listRunning()).toEqual(running)
      now += opened.leaseMs + 1
      expect(await queue.listRunning()).toEqual([])
    })
  })
}
