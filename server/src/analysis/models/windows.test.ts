import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packWindows } from './windows.ts'

const size = (item: number) => item

test('what fits stays together', () => {
  expect(packWindows([3, 4, 2], size, 10)).toEqual([[3, 4, 2]])
})

test('windows are about equally large instead of full with a short rest', () => {
  expect(
    packWindows(
      Array.from({ length: 12 }, () => 1),
      size,
      10,
    ).map((window) => window.length),
  ).toEqual([6, 6])
})

test('nothing is lost, the order is kept and only a single item may be larger than the budget', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), fc.integer({ min: 1, max: 100 }), (items, budget) => {
      const windows = packWindows(items, size, budget)
      expect(windows.flat()).toEqual(items)
      for (const window of windows)
        expect(window.length === 1 || window.reduce((sum, item) => sum + item, 0) <= budget).toBe(true)
    }),
  )
})
