import { describe, expect, test } from 'vitest'
import { isWithinJsonSize } from './json-size.ts'

const fits = (json: string, values: number, depth: number) => isWithinJsonSize(Buffer.from(json), { values, depth })

describe('isWithinJsonSize', () => {
  test.each<[json: string, values: number, depth: number]>([
    ['[]', 1, 1],
    ['[1,2,3]', 3, 1],
    ['{"a":1,"b":[{},{}]}', 6, 3],
    ['[[],[],[]]', 6, 2],
  ])('counts the values and levels of %s', (json, values, depth) => {
    expect(fits(json, values, depth)).toBe(true)
    expect(fits(json, values - 1, depth)).toBe(false)
    expect(fits(json, values, depth - 1)).toBe(false)
  })

  test('ignores the content of strings, whatever is escaped in them', () => {
    for (const text of ['[[[{{{,,,', String.raw`\"[,[,[`, '\\', '\\\\"', 'ü,[“'])
      expect(fits(JSON.stringify({ [text]: text }), 2, 1), text).toBe(true)
    expect(fits(String.raw`["a\\",[1,2]]`, 4, 2)).toBe(true)
    expect(fits(String.raw`["a\\",[1,2]]`, 3, 2)).toBe(false)
  })

  test("reads text that isn't JSON to its end", () => {
    for (const text of ['', '"', '"\\', ']]]]', '"a\\"']) expect(fits(text, 1, 0), text).toBe(true)
  })
})
