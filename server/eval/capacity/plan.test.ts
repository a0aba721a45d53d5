import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/places.ts'
import { dayOf, HOURLY } from './day.ts'
import { SPEECH_COSTS, HABITS, planFor, planTable, type HourCost } from './plan.ts'
import { simulate } from './simulate.ts'

const COST: HourCost = {
  captionsSeconds: 30,
  speechSeconds: 1000,
  callSeconds: 5,
  recordingMegabytes: 700,
  derivedMegabytes: 100,
  databaseMegabytes: 2,
  tokensRead: 34_000,
  tokensWritten: 6000,
}
const OFFICE = { people: 1000, callsPerDay: 3, meanMinutes: 30, withCaptions: 0.5, timeZones: 1 }
const WORK = { perHour: { captions: 30, speech: 530 }, perCall: 5 }

describe('a plan', () => {
  test('is the same for the same seed', () => {
    expect(planFor(OFFICE, COST, 1)).toEqual(planFor(OFFICE, COST, 1))
    expect(planFor(OFFICE, COST, 2)).not.toEqual(planFor(OFFICE, COST, 1))
  })

  test('has the least number of workers with which 95 of 100 recordings begin within 15 minutes', () => {
    const { workers, long } = planFor(OFFICE, COST, 1)
    expect(long.p95Wait).toBeLessThanOrEqual(900)
    expect(simulate(dayOf(OFFICE, WORK, 1).long, workers - 1).p95Wait).toBeGreaterThan(900)
  })

  test('has days whose calls end when people work, as many and as long as they say', () => {
    expect(HOURLY.reduce<number>((sum, part) => sum + part, 0)).toBeCloseTo(1, 9)
    const { long, short, hours } = dayOf(OFFICE, WORK, 1)
    expect(long.length + short.length).toBe(3000)
    expect(hours / 3000).toBeCloseTo(0.5, 1)
    const inHour = (hour: number) => [...long, ...short].filter(({ at }) => Math.floor(at / 3600) === hour).length
    expect(inHour(10) / 3000).toBeCloseTo(0.15, 1)
    expect(inHour(3)).toBe(0)
  })

  test.each(SPEECH_COSTS)('is in docs/CAPACITY.md as it is computed, with $name', ({ cost }) => {
    const page = readFileSync(join(ROOT, 'docs/CAPACITY.md'), 'utf8')
    for (const line of planTable(HABITS.map((habits) => planFor(habits, cost)))) expect(page).toContain(line)
  })
})
