import { expect, test } from 'vitest'
import { dayOfCall } from './day-of-call.ts'

const UNKNOWN = { captions: null, recordedAt: null, fileName: '' }

test('takes the day of the recording in its owner’s zone', () => {
  const recorded = { ...UNKNOWN, recordedAt: '2026-03-05T23:30:00.000Z', fileName: '2026-03-01.mp4' }
  expect(dayOfCall(recorded, 'UTC')).toBe('2026-03-05')
  expect(dayOfCall(recorded, 'Asia/Tokyo')).toBe('2026-03-06')
})

test('prefers the day that the caption file states', () => {
  const recorded = { ...UNKNOWN, recordedAt: '2026-03-05T23:30:00.000Z' }
  expect(dayOfCall({ ...recorded, captions: 'WEBVTT\n\nNOTE Recorded 2026-02-27\n' }, 'UTC')).toBe('2026-02-27')
  expect(dayOfCall({ ...recorded, captions: 'WEBVTT' }, 'UTC')).toBe('2026-03-05')
})

test('leaves the day open when nothing states it', () => {
  expect(dayOfCall(UNKNOWN, 'UTC')).toBeNull()
})

test.each([
  ['GMT20261126-233000_Recording.mp4', '2026-11-27'],
  ['2026-05-07 10-00-00.mkv', '2026-05-07'],
  ['2026-05-07 23-59-00.mkv', '2026-05-07'],
  ['Pilot-20260507_100000-Meeting Recording.mp4', '2026-05-07'],
  ['Pilot 2026-05-07.mp4', '2026-05-07'],
])('reads the day from the file name %s', (fileName, day) => {
  expect(dayOfCall({ ...UNKNOWN, fileName }, 'Europe/Berlin')).toBe(day)
})

test.each(['Pilot.mp4', 'order 20261345-990000.mp4', 'Plan for 2027.mp4'])(
  'finds no day in the file name %s',
  (fileName) => {
    expect(dayOfCall({ ...UNKNOWN, fileName }, 'UTC')).toBeNull()
  },
)
