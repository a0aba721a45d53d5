import { expect, test } from 'vitest'
import { billingMonth } from './month.ts'

test('starts a month on day 1 at midnight in the user’s time zone', () => {
  const at = new Date('2026-03-31T23:30:00Z')
  expect(billingMonth(at, 'UTC')).toEqual({
    period: '2026-03',
    start: new Date('2026-03-01T00:00:00Z'),
    renewsOn: '2026-04-01',
  })
  // In Berlin it is already April, and daylight saving began in March.
  expect(billingMonth(at, 'Europe/Berlin')).toEqual({
    period: '2026-04',
    start: new Date('2026-03-31T22:00:00Z'),
    renewsOn: '2026-05-01',
  })
  expect(billingMonth(at, 'America/Los_Angeles')).toEqual({
    period: '2026-03',
    start: new Date('2026-03-01T08:00:00Z'),
    renewsOn: '2026-04-01',
  })
})

test('continues December with January of the next year', () => {
  expect(billingMonth(new Date('2026-12-15T00:00:00Z'), 'Asia/Tokyo').renewsOn).toBe('2027-01-01')
})

test('treats an unknown time zone as UTC', () => {
  expect(billingMonth(new Date('2026-11-21T00:00:00Z'), 'Mars/Olympus').start).toEqual(new Date('2026-11-01T00:00:00Z'))
})
