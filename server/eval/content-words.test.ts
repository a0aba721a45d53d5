import { expect, it } from 'vitest'
import { contentWords, shareIn } from './content-words.ts'

it.each([
  ['sends the reports', 'sending a report'],
  ['the revised quote', 'revise quotes'],
  ['about 140 calls', 'a hundred and forty calls'],
  ['1,598 pounds', 'one thousand five hundred and ninety-eight pounds'],
  ['Tuesday the 30th', 'Tuesday, the thirtieth'],
  ["the clinic's phones", 'clinic phone'],
])('"%s" and "%s" have the same content words', (one, other) => {
  expect(contentWords(one)).toEqual(contentWords(other))
  expect(contentWords(one).size).toBeGreaterThan(0)
})

it('function words are not content', () => {
  expect(contentWords('It is the one that we will have.')).toEqual(new Set())
})

it('the share of an empty list is 0', () => {
  expect(shareIn(new Set(), new Set(['quote']))).toBe(0)
  expect(shareIn(new Set(['quote', 'cap']), new Set(['quote', 'form']))).toBe(0.5)
})
