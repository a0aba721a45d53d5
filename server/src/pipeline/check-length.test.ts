import { expect, test } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { checkLength } from './check-length.ts'

test('accepts a recording of up to a second over the limit', () => {
  expect(() => checkLength(1_201_000, 1200)).not.toThrow()
})

test.each([
  [1_500_040, '25 minutes'],
  [1_529_000, '25 minutes'],
  [1_531_000, '26 minutes'],
  [1_201_001, '20 minutes and 1 second'],
  [1_229_900, '20 minutes and 29 seconds'],
])('rejects one of %i ms with its length, which never reads like the limit: it runs %s', (durationMs, length) => {
  expect(() => checkLength(durationMs, 1200)).toThrow(
    new PermanentFailure(
      'too_long',
      `This video is too long: it runs ${length}, and your plan allows videos up to 20 minutes.`,
    ),
  )
})

test('accepts an unknown length, and up to 12 hours on a plan without a limit', () => {
  expect(() => checkLength(null, 1200)).not.toThrow()
  expect(() => checkLength(43_200_000, null)).not.toThrow()
})

test('rejects a recording of more than 12 hours on any plan', () => {
  expect(() => checkLength(88_200_000, null)).toThrow(
    new PermanentFailure(
      'longer_than_any_plan',
      'This video is too long: it runs 24 h 30 min, and videos can be up to 12 hours.',
    ),
  )
})
