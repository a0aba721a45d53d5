import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, cutAt, findText, findWords } from './find-text.ts'

const found = (text: string, query: string) => findText(text, query).map(({ start, end }) => text.slice(start, end))

test('finds words regardless of case and accents, and marks the text’s own letters', () => {
  expect(found('Ça va, CA va', 'ca')).toEqual(['Ça', 'CA'])
  expect(found('Cafe\u0301 and café', 'CAFÉ')).toEqual(['Cafe', 'café'])
  expect(found('οδος', 'ΟΔΟΣ')).toEqual(['οδος'])
  expect(found('İstanbul, 👍 single\u00A0sign on', 'single sign')).toEqual(['single\u00A0sign'])
})

test('marks search words the way the list finds them: whole words, and the last one also as a prefix', () => {
  const marked = (text: string, query: string) => findWords(text, query).map(({ start, end }) => text.slice(start, end))
  expect(marked('The prices: a priceless Price, a pricing', 'a pri')).toEqual(['pri', 'a', 'pri', 'Pri', 'a', 'pri'])
  expect(marked('A price, and prices', 'price and')).toEqual(['price', 'and'])
  expect(marked('Zürich’s team', 'ZURICH team')).toEqual(['Zürich', 'team'])
  expect(marked('100% of it', '“100%” (of)')).toEqual(['100', 'of'])
  expect(marked('来月の価格です', '価格')).toEqual(['価格'])
  expect(marked('unprized', 'priz')).toEqual([])
  expect(marked('some words', '%_')).toEqual([])
})

test('finds nothing for an empty query', () => {
  expect(findText('some words', '')).toEqual([])
  expect(findText('some words', '   ')).toEqual([])
  expect(findText('', 'words')).toEqual([])
})

test('the comparable form never hides a line that contains the query', () => {
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

test('the pieces restore the text, and the marked ones are the matches', () => {
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
