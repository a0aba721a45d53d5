import { expect, test } from 'vitest'
import { dayOfCall, timeInFileName } from './day-of-call.ts'

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

test.each([
  ['GMT20261126-103000_Recording.mp4', '2026-11-26T10:30:00.000Z'],
  ['2026-05-07 10-00-00.mkv', '2026-05-07T08:00:00.000Z'],
  ['Pilot-20260507_100000-Meeting Recording.mp4', '2026-05-07T08:00:00.000Z'],
  ['Pilot 2026-05-07.mp4', '2026-05-07T10:00:00.000Z'],
])('the time in the file name %s is when the call began', (name, time) => {
  expect(timeInFileName(name, 'Europe/Berlin')?.toISOString()).toBe(time)
})

test.each(['Pilot.mp4', 'order 20261345-990000.mp4', 'Plan for 2027.mp4'])(
  'the file name %s states no time',
  (name) => {
    expect(timeInFileName(name, 'UTC')).toBeNull()
  },
)
