import { describe, expect, test } from 'vitest'
import { seeded } from './day.ts'
import { isInTime, simulate, type Arrival } from './simulate.ts'

/** Jobs at random, with lengths as `service` draws them. */
function arrivals(count: number, perSecond: number, service: (random: () => number) => number): Arrival[] {
  const random = seeded(7)
  let at = 0
  return Array.from({ length: count }, () => {
    at -= Math.log(1 - random()) / perSecond
    return { at, service: service(random) }
  })
}
const exponential = (mean: number) => (random: () => number) => -Math.log(1 - random()) * mean

/** Erlang's formula: the mean wait of M/M/c. */
function erlangWait(workers: number, perSecond: number, mean: number): number {
  const load = perSecond * mean
  let blocked = 1
  for (let k = 1; k <= workers; k += 1) blocked = (load * blocked) / (k + load * blocked)
  const waits = blocked / (1 - (load / workers) * (1 - blocked))
  return (waits * mean) / (workers - load)
}

describe('the simulation', () => {
  test.each([
    [1, 0.5],
    [1, 0.8],
    [2, 0.8],
    [4, 0.9],
    [16, 0.9],
  ])('of %i workers with a load of %f has the mean wait of Erlang’s formula (M/M/c)', (workers, load) => {
    const mean = 100
    const rate = (load * workers) / mean
    const { meanWait, busy } = simulate(arrivals(400_000, rate, exponential(mean)), workers)
    const wanted = erlangWait(workers, rate, mean)
    expect(Math.abs(meanWait - wanted) / wanted).toBeLessThan(0.06)
    expect(busy).toBeCloseTo(load, 1)
  })

  test('has the mean wait of Pollaczek and Khinchine where all jobs are alike (M/D/1)', () => {
    const { meanWait } = simulate(
      arrivals(400_000, 0.007, () => 100),
      1,
    )
    const wanted = (0.7 * 100) / (2 * (1 - 0.7))
    expect(Math.abs(meanWait - wanted) / wanted).toBeLessThan(0.05)
  })

  test('has nobody wait where jobs come no faster than they are done, and each a step longer where they do (D/D/1)', () => {
    const every = (seconds: number) => Array.from({ length: 100 }, (_, index) => ({ at: index * seconds, service: 10 }))
    expect(simulate(every(10), 1)).toMatchObject({ meanWait: 0, maxWait: 0, busy: 1 })
    expect(simulate(every(8), 1)).toMatchObject({ meanWait: 99, maxWait: 198 })
    expect(simulate(every(8), 2).maxWait).toBe(0)
  })

  test('says of a number of workers whether 95 of 100 jobs begin in time, as their waits do', () => {
    const jobs = arrivals(2000, 0.03, exponential(100))
    for (let workers = 1; workers < 8; workers += 1)
      for (const seconds of [0, 60, 600, 6000])
        expect(isInTime(jobs, workers, seconds), `${workers} workers, ${seconds} s`).toBe(
          simulate(jobs, workers).p95Wait <= seconds,
        )
    expect(isInTime([], 1, 0)).toBe(true)
  })

  test('reports for each hour how old the oldest job became', () => {
    const { oldestByHour } = simulate(
      [
        { at: 0, service: 5400 },
        { at: 1800, service: 60 },
      ],
      1,
    )
    expect(oldestByHour).toEqual([1800, 3600])
  })
})
