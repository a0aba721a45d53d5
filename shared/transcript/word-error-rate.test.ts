import { expect, test } from 'vitest'
import { wordErrorRate } from './word-error-rate.ts'

test.each([
  ['a b c', 'A, b: c!', 0],
  ['a b c', 'a x c', 1 / 3],
  ['a b c', '', 1],
  ['', 'a', 1],
  ['a b c d', 'b c d e', 2 / 4],
])('the word error rate from "%s" to "%s" is %f', (said, transcribed, rate) => {
  expect(wordErrorRate(said, transcribed)).toBe(rate)
})
