import { expect, test } from 'vitest'
import { quoteFrom } from './quote-passage.ts'

const LINE = { id: 's4', start_ms: 1000, end_ms: 5000, speaker: 'Ann', text: 'We also need single sign on.' }

test('quotes the whole line with its timestamp when nothing is selected', () => {
  expect(quoteFrom(LINE, { start: 5, end: 5 })).toEqual({
    text: LINE.text,
    speaker: 'Ann',
    start_ms: 1000,
    end_ms: 5000,
    segment_ids: ['s4'],
  })
})

test('extends the selection to whole words', () => {
  expect(quoteFrom(LINE, { start: 10, end: 15 }).text).toBe('need single')
  expect(quoteFrom(LINE, { start: 2, end: 3 }).text, 'the space between two words').toBe(LINE.text)
})

test('uses the times of the selected words if the engine provided them', () => {
  const words = LINE.text
    .split(' ')
    .map((text, index) => ({ text, start_ms: 1000 + index * 500, end_ms: 1400 + index * 500 }))
  expect(quoteFrom({ ...LINE, words }, { start: 8, end: 19 })).toMatchObject({
    text: 'need single',
    start_ms: 2000,
    end_ms: 2900,
  })
  expect(
    quoteFrom({ ...LINE, words: words.slice(1) }, { start: 8, end: 19 }),
    'words that are not the text’s',
  ).toMatchObject({ start_ms: 1000, end_ms: 5000 })
})

test('quotes an unknown speaker’s line without a name', () => {
  expect(quoteFrom({ ...LINE, speaker: null }, { start: 0, end: 0 })).not.toHaveProperty('speaker')
})
