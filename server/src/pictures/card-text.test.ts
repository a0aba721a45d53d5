import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitLines } from './card-text.ts'

const within = (width: number) => (line: string) => line.length <= width

describe('wrapped text', () => {
  test('breaks at spaces and keeps every word if there is space', () => {
    expect(fitLines('one two  three\nfour', 3, within(9))).toEqual({ lines: ['one two', 'three', 'four'], cut: false })
  })

  test('ends with … when it is cut', () => {
    expect(fitLines('one two, three four', 1, within(9))).toEqual({ lines: ['one two…'], cut: true })
  })

  test('breaks inside a word that is wider than a line', () => {
    expect(fitLines('abcdefgh', 3, within(3))).toEqual({ lines: ['abc', 'def', 'gh'], cut: false })
  })

  test('never splits a character, however narrow the line', () => {
    expect(fitLines('👩‍💻👩‍💻', 2, () => false).lines).toEqual(['👩‍💻', '👩‍💻'])
  })

  test('is complete or cut at the line limit, for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 2, max: 30 }),
        (text, most, width) => {
          const { lines, cut } = fitLines(text, most, within(width))
          expect(lines.length).toBeLessThanOrEqual(most)
          if (!cut) expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
          else expect(lines.at(-1)).toMatch(/…$/)
        },
      ),
    )
  })
})
