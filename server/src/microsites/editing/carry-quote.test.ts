import { expect, test } from 'vitest'
import { carryQuote } from './carry-quote.ts'

const line = (text: string, id = 's1') => ({ id, start_ms: 0, end_ms: 1000, speaker: 'Dana', text })
const BEFORE = 'Well, we ship four hundred pallets a week from Bright Water, and it works.'

test.each([
  [
    'a word inside it was corrected',
    'Well, we ship five hundred pallets a week from Bright Water, and it works.',
    'we ship five hundred pallets a week',
  ],
  [
    'words came into it',
    'Well, we ship about four hundred pallets a week from Bright Water, and it works.',
    'we ship about four hundred pallets a week',
  ],
  [
    'words before it went',
    'We ship four hundred pallets a week from Bright Water, and it works.',
    'We ship four hundred pallets a week',
  ],
  [
    'words behind it changed',
    'Well, we ship four hundred pallets a week from Brightwater. It works!',
    'we ship four hundred pallets a week',
  ],
  [
    'an edit reaches into it',
    'Well, we ship four hundred pallets every month from Bright Water, and it works.',
    'we ship four hundred pallets every month',
  ],
])('a quote keeps the transcript’s own words when %s', (_, after, expected) => {
  expect(carryQuote('we ship four hundred pallets a week', [line(BEFORE)], [line(after)])).toBe(expected)
})

test('a quote over two lines follows an edit of one of them', () => {
  const before = [line('We are two people short.'), line('So who answers the phone at night?', 's2')]
  const after = [line('We are three people short.'), before[1]!]
  expect(carryQuote('We are two people short. So who answers the phone at night?', before, after)).toBe(
    'We are three people short. So who answers the phone at night?',
  )
})

test('drops a quote whose words are gone', () => {
  expect(carryQuote('we ship four hundred pallets a week', [line(BEFORE)], [line('Well, it works.')])).toBeNull()
})

test('keeps a quote whose lines kept their words', () => {
  expect(carryQuote('whatever it said', [line(BEFORE)], [{ ...line(BEFORE), speaker: 'Ana' }])).toBe('whatever it said')
})
