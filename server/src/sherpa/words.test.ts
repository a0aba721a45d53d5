import { expect, test } from 'vitest'
import { getWords } from './words.ts'

const stretch = { startMs: 10_000, endMs: 12_000 }

test('makes words of tokens at the recording’s times, each up to the next', () => {
  expect(getWords([' We', ' sh', 'ip', ' it', '.'], [0.1, 0.5, 0.6, 0.9, 1.1], stretch)).toEqual([
    { text: 'We', start_ms: 10_100, end_ms: 10_500 },
    { text: 'ship', start_ms: 10_500, end_ms: 10_900 },
    { text: 'it.', start_ms: 10_900, end_ms: 11_400 },
  ])
  expect(getWords(['▁No', '▁no'], [0, 0.2], stretch).map(({ text }) => text)).toEqual(['No', 'no'])
})

test('the last word lasts until after its last token', () => {
  expect(getWords([' or', 'gani', 'sation'], [0, 0.4, 0.8], stretch)).toEqual([
    { text: 'organisation', start_ms: 10_000, end_ms: 11_100 },
  ])
})

test('a word does not extend through a pause or beyond its range', () => {
  expect(getWords([' one', ' two'], [0, 1.9], stretch).map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [10_000, 11_500],
    [11_900, 12_000],
  ])
})

test('an engine without times yields no words', () => {
  expect(getWords([' one', ' two'], [], stretch)).toEqual([])
  expect(getWords([], [], stretch)).toEqual([])
})
