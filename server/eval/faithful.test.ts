import { expect, it } from 'vitest'
import { faithfulQuotes, inventedNumbers } from './faithful.ts'

const cues = [
  { id: 's1', speaker: 'Ann', text: 'It costs two hundred and fifty pounds', start_ms: 0, end_ms: 1 },
  { id: 's2', speaker: 'Ann', text: 'a month.', start_ms: 1, end_ms: 2 },
  { id: 's3', speaker: 'Bob', text: 'Eleven fifty?', start_ms: 2, end_ms: 3 },
]

it('a quote is faithful when its speaker said it word for word, even across several cues', () => {
  const quotes = [
    { text: 'It costs two hundred and fifty pounds a month.', speaker: 'Ann' },
    { text: 'It costs two hundred pounds a month.', speaker: 'Ann' },
    { text: 'It costs two hundred and fifty pounds a month.', speaker: 'Bob' },
    { text: 'cost two hundred', speaker: 'Ann' },
  ]
  expect(faithfulQuotes(quotes, cues)).toEqual(quotes.slice(0, 1))
})

it('a number is invented when its value was not said, in digits or in words', () => {
  expect(inventedNumbers(['250 pounds, or 1,150, or two hundred and fifty'], cues)).toEqual([])
  expect(inventedNumbers(['nine hundred and ten pounds, 260, 12 months'], cues)).toEqual([
    'nine hundred ten',
    '260',
    '12',
  ])
})
