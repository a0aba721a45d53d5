import { expect, test } from 'vitest'
import { clockColumn } from './clock-column.ts'

test('widens the time column only for a list that reaches an hour', () => {
  expect([undefined, 0, 3_599_999].map(clockColumn)).toEqual(['', '', ''])
  expect([3_600_000, 36_000_000].map(clockColumn)).toEqual(['[--clock:4rem]', '[--clock:4rem]'])
})
