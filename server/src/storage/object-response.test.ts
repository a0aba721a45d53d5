import { describe, expect, test } from 'vitest'
import { parseRange } from './object-response.ts'

describe('a range header', () => {
  test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=0-1,4-5', 'items=0-1'])(
    'requests everything for %j',
    (header) => {
      expect(parseRange(header, 100)).toBeNull()
    },
  )

  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
  ])('is parsed: %j', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })

  test.each(['bytes=100-', 'bytes=-0'])('can’t be satisfied: %j', (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable')
  })

  test('can’t request anything of an empty object', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
  })
})
