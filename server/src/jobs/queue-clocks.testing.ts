import { beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../kernel/clock.ts'
import type { ClaimedJob, Queue } from './queue.ts'
import type { OpenQueue } from './queue.testing.ts'

/** What every queue driver promises where clocks jump, or differ. */
export function describeQueueClocks(name: string, open: (clock: Clock) => Promise<OpenQueue>): void {
  describe(`queue and clocks on ${name}`, () => {
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

    test('a lease that was taken by a clock that was ahead ends once the clock is right and nobody renews it', async () => {
      const right = now
      now += 600_000
      await add('a', 'b')
      const dead = await claim()
      const alive = await claim()
      now = right + 10_000
      expect(await queue.claim()).toBeNull()
      now += opened.leaseMs - 1
      expect(await queue.claim()).toBeNull()
      expect(await queue.renew(alive)).toBe(true)
      now += 2
      expect(await claim()).toMatchObject({ id: dead.id, attempt: 2, stops: 1 })
      expect(await queue.claim(), 'the other one’s worker goes on').toBeNull()
    })

    test('what a worker holds itself is not handed to it again, however long its lease is over by the clock', async () => {
      await add('a')
      const { leaseToken } = await claim()
      now += 600_000
      expect(await queue.claim({ held: [leaseToken] })).toBeNull()
      expect(await queue.claim({ held: ['another'] })).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('a job whose time was set by a clock that was ahead is not kept waiting once the clock is right', async () => {
      const right = now
      now += 600_000
      await add('a', 'b')
      await queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      now = right + 10_000
      expect((await queue.line('process')).map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
      expect((await queue.depths())[0]).toMatchObject({ ready: 2, delayed: 0, oldestSeconds: 0 })
      const jobs = [await claim(), await claim()]
      expect(jobs.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
      for (const job of jobs) await queue.release(job, { delayMs: 5_000, countsAsAttempt: true })
      expect(await queue.claim(), 'by the right clock it waits').toBeNull()
    })

    test('the clock of another process may be a minute ahead', async () => {
      await add('a')
      await queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      now -= 60_000
      expect(await queue.claim()).toBeNull()
    })
  })
}
