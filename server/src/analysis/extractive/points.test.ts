import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { candidatesOf } from './candidates.ts'
import { choosePoints } from './points.ts'
import { splitSentences } from './sentences.ts'

/** The points of a call that begins with twenty lines of nothing. */
function points(count: number, ...lines: [speaker: string, text: string][]) {
  const filler = Array.from({ length: 20 }, (_, i): [string, string] => [i % 2 === 0 ? 'Dana' : 'Marcus', 'Mm, right.'])
  const segments = [...filler, ...lines].map(([speaker, text], i): Segment => ({ id: `s${i}`, start_ms: i * 4000, end_ms: i * 4000 + 3500, speaker, text }))
  const sentences = splitSentences(segments)
  return choosePoints(candidatesOf(sentences), { count, words: weighWords(sentences), sentences, besides: [], sides: null }).map(({ text }) => text)
}

test('what was settled comes before what was only said', () => {
  const chosen = points(1, ['Dana', 'The pilot has a dashboard with many colours.'], ['Marcus', "Then let's start the pilot with the Nagpur branch."], ['Dana', 'Agreed.'])
  expect(chosen).toEqual(["Let's start the pilot with the Nagpur branch."])
})

test('the same is not told twice', () => {
  const chosen = points(3, ['Dana', 'The invoice arrives nine days after the job.'], ['Marcus', 'Yes, the invoice arrives nine days after the job.'], ['Dana', 'The technicians lose their tickets in the basement.'])
  expect(chosen.filter((text) => text.includes('invoice'))).toHaveLength(1)
  expect(chosen).toHaveLength(2)
})

test('who says their name tells no point', () => {
  expect(points(2, ['Dana', "I'm Dana, I'm the account manager for payroll."])).toEqual([])
})
