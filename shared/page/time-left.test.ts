import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countdown, timeLeft } from './time-left.ts'

const NOW = new Date('2026-11-21T10:00:00.000Z')
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()

test.each([
  [7 * DAY, '7d 0h 0m 0s left'],
  [DAY - 1, '0d 23h 59m 59s left'],
  [2 * DAY + 5 * 60 * SECOND + 9 * SECOND + 999, '2d 0h 5m 9s left'],
  [999, '0d 0h 0m 0s left'],
  [0, 'Expired'],
  [-DAY, 'Expired'],
])('the dashboard counts down all four units, rounded down: %i ms are "%s"', (ms, text) => {
  expect(countdown(inMs(ms), NOW)).toBe(text)
})

test('counts nothing without an expiry', () => {
  expect(countdown(null, NOW)).toBe('')
})

test.each([
  [90 * DAY, '90 days left'],
  [7 * DAY - 20 * SECOND, '7 days left'],
  // A reader's clock may be slightly behind.
  [7 * DAY + 20 * SECOND, '7 days left'],
  [6 * DAY + HOUR, '7 days left'],
  [DAY + HOUR, '2 days left'],
  [DAY, '1 day left'],
  [DAY - 1, '24 hours left'],
  [HOUR + 20 * 60 * SECOND, '2 hours left'],
  [HOUR, '1 hour left'],
  [HOUR - 1, 'Less than 1 hour left'],
  [1, 'Less than 1 hour left'],
  [0, 'Expired'],
  [-1, 'Expired'],
])('the shared page shows its largest unit, rounded up: %i ms are "%s"', (ms, text) => {
  expect(timeLeft(inMs(ms), NOW)).toBe(text)
})

test('the countdown never shows more than is left and never loses a whole second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * DAY }), (ms) => {
      const [days = 0, hours = 0, minutes = 0, seconds = 0] = (countdown(inMs(ms), NOW).match(/\d+/g) ?? []).map(Number)
      expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true)
      const rest = days * DAY + hours * HOUR + minutes * 60 * SECOND + seconds * SECOND
      expect(ms - rest).toBeGreaterThanOrEqual(0)
      expect(ms - rest).toBeLessThan(SECOND)
    }),
  )
})

test('both say "Expired" at the same time', () => {
  fc.assert(
    fc.property(fc.integer({ min: -DAY, max: DAY }), (ms) => {
      expect(timeLeft(inMs(ms), NOW) === 'Expired').toBe(countdown(inMs(ms), NOW) === 'Expired')
      expect(timeLeft(inMs(ms), NOW) === 'Expired').toBe(ms <= 0)
    }),
  )
})
