import { expect, test } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { checkLength } from './check-length.ts'

test('a recording of up to a second more than the limit is taken', () => {
  expect(() => checkLength(1_201_000, 1200)).not.toThrow()
})

test('a longer one is refused with its length and the limit', () => {
  expect(() => checkLength(1_201_001, 1200)).toThrow(new PermanentFailure('This video is too long: it runs 21 minutes, and your plan takes videos of up to 20 minutes.'))
})

test('a length that is not known yet and a plan without a limit pass', () => {
  expect(() => checkLength(null, 1200)).not.toThrow()
  expect(() => checkLength(36_000_000, null)).not.toThrow()
})
