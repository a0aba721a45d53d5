import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packWindows } from './windows.ts'

const size = (item: number) => item

test('keeps items that fit in one window', () => {
  expect(packWindows([3, 4, 2], size, 10)).toEqual([[3, 4, 2]])
})

test('makes windows of about equal size instead of full ones with a short rest', () => {
  expect(
    packWindows(
      Array.from({ length: 12 }, () => 1),
      size,
      10,
    ).map((window) => window.length),
  ).toEqual([6, 6])
})

test('loses nothing, keeps the order, and exceeds the budget only for a single larger item', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), fc.integer({ min: 1, max: 100 }), (items, budget) => {
      const windows = packWindows(items, size, budget)
      expect(windows.flat()).toEqual(items)
      for (const window of windows)
        expect(window.length === 1 || window.reduce((sum, item) => sum + item, 0) <= budget).toBe(true)
    }),
  )
})
