import { expect, test } from 'vitest'
import { createSqlQueue, LEASE_MS } from '../jobs/sql-queue.ts'
import type { ClaimedJob } from '../jobs/queue.ts'
import { openMemory } from '../testing/databases.ts'
import { watchQueue } from './watch-queue.ts'

test('counts every claim of a job once with its outcome and duration, including lost leases', async () => {
  let now = Date.parse('2026-03-02T09:00:00Z')
  const db = await openMemory()
  const counted: string[] = []
  const queue = watchQueue(
    createSqlQueue({ db, clock: () => new Date(now) }),
    { job: ({ kind, lane, outcome, seconds }) => void counted.push(`${kind} ${lane} ${outcome} ${seconds}`) },
    () => now,
  )
  const claim = async (): Promise<ClaimedJob> => {
    const job = await queue.claim()
    if (job === null) throw new Error('nothing to claim')
    now += 2000
    return job
  }
  await queue.enqueue({ id: 'a', kind: 'process' })
  await queue.release(await claim(), { delayMs: 0, countsAsAttempt: false, lane: 'long' })
  await queue.release(await claim(), { delayMs: 0, countsAsAttempt: false })
  await queue.release(await claim(), { delayMs: 0, countsAsAttempt: true })
  const slow = await claim()
  now += LEASE_MS
  const next = await claim()
  expect(await queue.renew(slow)).toBe(false)
  expect(await queue.complete(slow)).toBe(false)
  await queue.complete(next)
  await queue.enqueue({ id: 'b', kind: 'process' })
  await queue.fail(await claim(), 'It can’t be read.')
  expect(counted).toEqual([
    'process short moved 2',
    'process long put_back 2',
    'process long retried 2',
    `process long lost ${LEASE_MS / 1000 + 4}`,
    'process long done 2',
    'process short failed 2',
  ])
  await db.close()
})
