import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, cutAt, findText } from './find-text.ts'

const found = (text: string, query: string) => findText(text, query).map(({ start, end }) => text.slice(start, end))

test('words are found whatever their case and accents, and the text’s own letters are marked', () => {
  expect(found('Ça va, CA va', 'ca')).toEqual(['Ça', 'CA'])
  expect(found('Cafe\u0301 and café', 'CAFÉ')).toEqual(['Cafe', 'café'])
  expect(found('İstanbul, 👍 single\u00A0sign on', 'single sign')).toEqual(['single\u00A0sign'])
})

test('nothing is found by nothing', () => {
  expect(findText('some words', '')).toEqual([])
  expect(findText('some words', '   ')).toEqual([])
  expect(findText('', 'words')).toEqual([])
})

test('a line that holds what is looked for is never passed over for its comparable form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.integer({ min: 1, max: 3 }), (text, from, length) => {
      const query = Array.from(text)
        .slice(from, from + length)
        .join('')
      expect(findText(text, query).length === 0 || comparable(text).includes(comparable(query.trim()))).toBe(true)
    }),
  )
  expect(comparable('ΟΔΟΣ')).toBe(comparable('οδος'))
})

test('the pieces of a text are the text again, and the marked ones are what was found', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 2 }), fc.nat(10), (text, query, cut) => {
      const ranges = findText(text, query)
      const [head, tail] = [text.slice(0, cut), text.slice(cut)]
      const pieces = [...cutAt(head, ranges), ...cutAt(tail, ranges, head.length)]
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const [index, { start, end }] of ranges.entries()) {
        expect(
          pieces
            .filter(({ range }) => range === index)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text.slice(start, end))
      }
    }),
  )
})
