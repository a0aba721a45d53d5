import { expect, test } from 'vitest'
import { asSentences } from './sentences.ts'

/** Words of 200 ms, each with the pause before it. */
function spoken(...words: [pauseMs: number, text: string][]) {
  let atMs = 0
  return words.map(([pauseMs, text]) => {
    const start_ms = atMs + pauseMs
    atMs = start_ms + 200
    return { text, start_ms, end_ms: atMs, confidence: 1 }
  })
}
const getTexts = (lines: readonly { text: string }[][]) => lines.map((line) => line.map(({ text }) => text).join(' '))

test('ends a sentence at a pause, and capitalizes the next', () => {
  const words = spoken([0, 'we'], [50, 'need'], [100, 'it'], [700, 'then'], [50, "i'll"], [0, 'sign'])
  expect(getTexts(asSentences([words]))).toEqual(["We need it. Then I'll sign."])
})

test('continues a sentence across lines', () => {
  const words = spoken([0, 'i'], [0, 'think'], [100, 'it'], [0, 'is'], [900, 'yes'])
  expect(getTexts(asSentences([words.slice(0, 2), words.slice(2, 4), words.slice(4)]))).toEqual([
    'I think',
    'it is.',
    'Yes.',
  ])
})
