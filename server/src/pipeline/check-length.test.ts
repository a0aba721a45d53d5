import { expect, test } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { checkLength } from './check-length.ts'

test('a recording of up to a second more than the limit is taken', () => {
  expect(() => checkLength(1_201_000, 1200)).not.toThrow()
})

test.each([
  [1_500_040, '25 minutes'],
  [1_529_000, '25 minutes'],
  [1_531_000, '26 minutes'],
  [1_201_001, '20 minutes and 1 second'],
  [1_229_900, '20 minutes and 29 seconds'],
])('one of %i ms is refused with its length, which never reads like the limit: it runs %s', (durationMs, length) => {
  expect(() => checkLength(durationMs, 1200)).toThrow(
    new PermanentFailure(
      'too_long',
      `This video is too long: it runs ${length}, and your plan takes videos of up to 20 minutes.`,
    ),
  )
})

test('a length that is not known yet and a plan without a limit pass', () => {
  expect(() => checkLength(null, 1200)).not.toThrow()
  expect(() => checkLength(36_000_000, null)).not.toThrow()
})
