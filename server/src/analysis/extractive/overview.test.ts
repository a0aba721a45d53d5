import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expect, test } from 'vitest'
import { weighWords } from './call-words.ts'
import { candidatesOf } from './candidates.ts'
import { overviewOf } from './overview.ts'
import { splitSentences } from './sentences.ts'
import { findSubjects } from './subjects.ts'

function overview(...lines: [speaker: string, text: string][]) {
  const segments = lines.map(([speaker, text], i): Segment => ({ id: `s${i}`, start_ms: i * 4000, end_ms: i * 4000 + 3500, speaker, text }))
  const sentences = splitSentences(segments)
  const words = weighWords(sentences)
  const { items } = overviewOf({ sentences, candidates: candidatesOf(sentences), words, subjects: findSubjects(sentences, words), count: 2 })
  return items
}

const CALL: [string, string][] = [
  ['Dana', 'The security review is what our customers ask about.'],
  ['Marcus', 'Our auditors want the security review before the contract.'],
  ['Dana', 'I can show the security review from Helpline Cloud.'],
  ['Marcus', 'We looked at Helpline Cloud in twenty days.'],
  ['Dana', 'It took us twenty days as well, Marcus says.'],
]

test('a call is summed up by what it names again and again, with the lines that name it', () => {
  const [first] = overview(...CALL)
  expect(first?.text).toMatch(/^The call was about the security review\b.*Helpline Cloud/)
  expect(first?.segmentIds).toEqual(expect.arrayContaining(['s0', 's1', 's2', 's3']))
})

test('amounts of time and the people who speak are no subjects', () => {
  const lines = overview(...CALL).filter(({ text }) => / (?:about|discussed) /.test(text) && !/ask about/.test(text))
  expect(lines.map(({ text }) => text).join(' ')).not.toMatch(/about .*(?:twenty|days|Marcus)/)
})

test('a call in which nothing comes back has no subjects', () => {
  expect(overview(['Dana', 'Hello, everybody, and welcome.']).filter(({ text }) => text.startsWith('The call'))).toEqual([])
})
