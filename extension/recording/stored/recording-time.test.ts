import { expect, test } from 'vitest'
import { elapsedMs, pauseTime, resumeTime, startTime, timeUntil } from './recording-time.ts'

test('excludes pauses from the recording’s clock', () => {
  const begun = startTime(1000)
  expect(elapsedMs(begun, 4000)).toBe(3000)
  const paused = pauseTime(begun, 4000)
  expect(elapsedMs(paused, 9000)).toBe(3000)
  const resumed = resumeTime(paused, 9000)
  expect(elapsedMs(resumed, 10_000)).toBe(4000)
  expect(elapsedMs(resumeTime(pauseTime(resumed, 10_000), 11_000), 12_000)).toBe(5000)
})

test('a recording that ends in a pause ends when the pause began', () => {
  expect(timeUntil(pauseTime(startTime(1000), 4000), 9000)).toEqual({
    startedAt: 1000,
    endedAt: 9000,
    pauses: [{ from: 4000, to: 9000 }],
  })
})

test('pausing twice, and resuming while running, change nothing', () => {
  const begun = startTime(0)
  const paused = pauseTime(begun, 10)
  expect(pauseTime(paused, 20)).toBe(paused)
  expect(resumeTime(begun, 20)).toBe(begun)
})
