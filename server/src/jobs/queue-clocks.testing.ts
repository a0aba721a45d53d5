import { describe, expect, test } from 'vitest'
import type { Clock } from '../kernel/clock.ts'
import { useQueue, type OpenQueue } from './queue.testing.ts'

/** The contract of every queue driver when clocks jump or differ. */
export function describeQueueClocks(name: string, open: (clock: Clock) => Promise<OpenQueue>): void {
  describe(`queue and clocks on ${name}`, () => {
    const suite = useQueue(open)
    const { add, claim } = suite

    test('ends a lease taken with a fast clock once the clock is right and no worker renews it', async () => {
      const right = suite.now
      suite.now += 600_000
      await add('a', 'b')
      const dead = await claim()
      const alive = await claim()
      suite.now = right + 10_000
      expect(await suite.queue.claim()).toBeNull()
      suite.now += suite.leaseMs - 1
      expect(await suite.queue.claim()).toBeNull()
      expect(await suite.queue.renew(alive)).toBe(true)
      suite.now += 2
      expect(await claim()).toMatchObject({ id: dead.id, attempt: 2, stops: 1 })
      expect(await suite.queue.claim(), 'the other one’s worker goes on').toBeNull()
    })

    test('does not hand a worker its own job again, however long its lease has expired by the clock', async () => {
      await add('a')
      const { leaseToken } = await claim()
      suite.now += 600_000
      expect(await suite.queue.claim({ held: [leaseToken] })).toBeNull()
      expect(await suite.queue.claim({ held: ['another'] })).toMatchObject({ id: 'a', attempt: 2 })
    })

    test('does not delay a job scheduled with a fast clock once the clock is right', async () => {
      const right = suite.now
      suite.now += 600_000
      await add('a', 'b')
      await suite.queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      suite.now = right + 10_000
      expect((await suite.queue.line('process')).map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
      expect((await suite.queue.depths())[0]).toMatchObject({ ready: 2, delayed: 0, oldestSeconds: 0 })
      const jobs = [await claim(), await claim()]
      expect(jobs.map(({ id }) => id).toSorted()).toEqual(['a', 'b'])
      for (const job of jobs) await suite.queue.release(job, { delayMs: 5_000, countsAsAttempt: true })
      expect(await suite.queue.claim(), 'by the right clock it waits').toBeNull()
    })

    test('tolerates another process’s clock that is a minute ahead', async () => {
      await add('a')
      await suite.queue.release(await claim(), { delayMs: 5_000, countsAsAttempt: true })
      suite.now -= 60_000
      expect(await suite.queue.claim()).toBeNull()
    })
  })
}
