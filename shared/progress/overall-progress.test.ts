import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overallPercent, type ProgressPosition } from './overall-progress.ts'

test('the upload is the first part, the server’s work the rest', () => {
  expect(overallPercent({ phase: 'uploading', fraction: 0 })).toBe(0)
  expect(overallPercent({ phase: 'uploading', fraction: 1 })).toBe(12)
  expect(overallPercent({ phase: 'processing', progress: 0 })).toBe(12)
  expect(overallPercent({ phase: 'processing', progress: 0.5 })).toBe(56)
})

test('reaches 100 only when the microsite is ready', () => {
  expect(overallPercent({ phase: 'processing', progress: 1 })).toBe(99)
  expect(overallPercent({ phase: 'done' }, 40)).toBe(100)
})

test('counts an empty file’s 0 of 0 bytes as nothing sent', () => {
  expect(overallPercent({ phase: 'uploading', fraction: 0 / 0 })).toBe(0)
})

test('never decreases and stays a whole number from 0 to 100', () => {
  const position: fc.Arbitrary<ProgressPosition> = fc.oneof(
    fc.record({ phase: fc.constant('uploading' as const), fraction: fc.double({ min: -1, max: 2 }) }),
    fc.record({ phase: fc.constant('processing' as const), progress: fc.double({ min: -1, max: 2 }) }),
  )
  fc.assert(
    fc.property(fc.array(position), (positions) => {
      let shown = 0
      for (const next of positions) {
        const percent = overallPercent(next, shown)
        expect(percent).toBeGreaterThanOrEqual(shown)
        expect(Number.isInteger(percent) && percent <= 99).toBe(true)
        shown = percent
      }
    }),
  )
})
