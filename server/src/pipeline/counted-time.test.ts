import { expect, test } from 'vitest'
import { countedTime } from './counted-time.ts'

const MINUTE = 60_000

test.each([
  [12.7 * MINUTE, 46 * MINUTE, 'transcribed 12 of 46 minutes'],
  [0, 2 * MINUTE, 'transcribed 0 of 2 minutes'],
  [40_900, 90_000, 'transcribed 40 of 90 seconds'],
  [500, 1_000, 'transcribed 0 of 1 second'],
])('%d ms of %d ms reads "%s"', (done, total, text) => {
  expect(countedTime('transcribed', done, total)).toBe(text)
})

test('an engine that reports more than the total has done all of it', () => {
  expect(countedTime('transcribed', 10 * MINUTE, 3 * MINUTE)).toBe('transcribed 3 of 3 minutes')
})

test('counts nothing of an unknown length', () => {
  expect([countedTime('prepared', 0, null), countedTime('prepared', 0, 10)]).toEqual([null, null])
})
