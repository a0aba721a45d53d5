import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparable, cutAt, findText, findWords } from './find-text.ts'

const found = (text: string, query: string) => findText(text, query).map(({ start, end }) => text.slice(start, end))

test('words are found whatever their case and accents, and the text’s own letters are marked', () => {
  expect(found('Ça va, CA va', 'ca')).toEqual(['Ça', 'CA'])
  expect(found('Cafe\u0301 and café', 'CAFÉ')).toEqual(['Cafe', 'café'])
  expect(found('İstanbul, 👍 single\u00A0sign on', 'single sign')).toEqual(['single\u00A0sign'])
})

test('the words of a search are marked as the list finds them: whole, and the last one as a beginning too', () => {
  const marked = (text: string, query: string) => findWords(text, query).map(({ start, end }) => text.slice(start, end))
  expect(marked('The prices: a priceless Price, a pricing', 'a pri')).toEqual(['pri', 'a', 'pri', 'Pri', 'a', 'pri'])
  expect(marked('A price, and prices', 'price and')).toEqual(['price', 'and'])
  expect(marked('Zürich’s team', 'ZURICH team')).toEqual(['Zürich', 'team'])
  expect(marked('100% of it', '“100%” (of)')).toEqual(['100', 'of'])
  expect(marked('来月の価格です', '価格')).toEqual(['価格'])
  expect(marked('unprized', 'priz')).toEqual([])
  expect(marked('some words', '%_')).toEqual([])
})

test('nothing is found by nothing', () => {
  expect(findText('some words', '')).toEqual([])
  expect(findText('some words', '   ')).toEqual([])
  expect(findText('', 'words')).toEqual([])
})

test('a line that holds what is searched is never passed over for its comparable form', () => {
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
