import { expect, test } from 'vitest'
import { getSlots } from './lanes.ts'

const GIB = 1024 ** 3

test.each([
  [1, 1, { short: 1, long: 1 }],
  [2, 8, { short: 2, long: 1 }],
  [8, 3, { short: 1, long: 1 }],
  [8, 32, { short: 4, long: 2 }],
  [64, 256, { short: 4, long: 4 }],
])('runs as many jobs at once on %i cores and %i GiB as they can handle', (cores, memory, slots) => {
  expect(getSlots({}, { cores, memoryBytes: memory * GIB })).toEqual(slots)
})

test('applies the operator’s setting to each lane separately', () => {
  expect(getSlots({ long: 7 }, { cores: 2, memoryBytes: 8 * GIB })).toEqual({ short: 2, long: 7 })
})
