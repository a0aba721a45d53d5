import { expect, test } from 'vitest'
import { statedDate } from './stated-date.ts'

test.each([
  ['WEBVTT\n\nNOTE Recorded 2026-03-05, Teams\n\n00:01.000 --> 00:02.000\nHello\n', '2026-03-05'],
  ['WEBVTT - call\r\n\r\nNOTE\r\nduration: 3600\r\ndate: 2025-12-31T09:00:00Z\r\n\r\n', '2025-12-31'],
  ['WEBVTT\n\nNOTE order 2026-99-99\n\nNOTE 2026-02-30\n\nNOTE 2026-02-28\n', '2026-02-28'],
])('uses the first valid date in a file’s notes: %j', (captions, day) => {
  expect(statedDate(captions)).toBe(day)
})

test('ignores a spoken date', () => {
  expect(
    statedDate('WEBVTT\n\n00:01.000 --> 00:02.000\nNOTE the 2026-03-05\n\n1\n00:02.000 --> 00:03.000\n2026-03-06\n'),
  ).toBeNull()
  expect(statedDate('')).toBeNull()
})
