import { expect, test } from 'vitest'
import { dayOfCall } from './day-of-call.ts'

const MADE = { createdAt: new Date('2026-03-09T20:00:00Z'), recordedAt: null }

test('the day of a call is its owner’s day, of the recording where that is known', () => {
  expect(dayOfCall(MADE, null, 'Europe/Berlin')).toBe('2026-03-09')
  expect(dayOfCall(MADE, null, 'Asia/Tokyo')).toBe('2026-03-10')
  expect(dayOfCall({ ...MADE, recordedAt: new Date('2026-03-05T23:30:00Z') }, null, 'UTC')).toBe('2026-03-05')
})

test('what a caption file states comes before both', () => {
  expect(dayOfCall(MADE, 'WEBVTT\n\nNOTE Recorded 2026-02-27\n', 'Asia/Tokyo')).toBe('2026-02-27')
  expect(dayOfCall(MADE, 'WEBVTT', 'Asia/Tokyo')).toBe('2026-03-10')
})
