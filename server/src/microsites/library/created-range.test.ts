import { expect, test } from 'vitest'
import { createdRange } from './created-range.ts'

const range = (from: string, until: string) => ({ from: new Date(from), until: new Date(until) })

test('a date prefix of any length covers its days in the user’s own time zone', () => {
  expect(createdRange('2026', 'UTC')).toEqual(range('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'))
  expect(createdRange('202', 'Europe/Berlin')).toEqual(range('2019-12-31T23:00:00Z', '2029-12-31T23:00:00Z'))
  expect(createdRange('2026-1', 'UTC')).toEqual(range('2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'))
  expect(createdRange('2026-03-2', 'Europe/Berlin')).toEqual(range('2026-03-19T23:00:00Z', '2026-03-29T22:00:00Z'))
  expect(createdRange('2026-03', 'Europe/Berlin')).toEqual(range('2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'))
  // The day on which clocks change to summer time has 23 hours.
  expect(createdRange('2026-03-29', 'Europe/Berlin')).toEqual(range('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'))
  expect(createdRange('2026-12-31', 'Mars/Olympus')).toEqual(range('2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z'))
})

test.each(['2026-13', '2026-02-30', '2026-00', '2026-2', '2026-02-3'])('rejects %s, which is not a date', (date) => {
  expect(() => createdRange(date, 'UTC')).toThrow('This date doesn’t exist.')
})
