import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

function line(id: string, speaker: string | null, text: string, start = 0): Segment {
  return { id, start_ms: start, end_ms: start + 900, speaker, text }
}

test('a sentence over several lines cites all of them, and sentences in one line share it', () => {
  const sentences = splitSentences([
    line('a', 'Dana', 'We met. The first answer'),
    line('b', 'Dana', 'takes too long. Right?'),
  ])
  expect(sentences.map(({ text, segmentIds }) => [text, segmentIds])).toEqual([
    ['We met.', ['a']],
    ['The first answer takes too long.', ['a', 'b']],
    ['Right?', ['b']],
  ])
})

test('a short interjection does not split a sentence, but marks it as interrupted', () => {
  const sentences = splitSentences([
    line('a', 'Dana', 'We would start'),
    line('b', 'Marcus', 'Yeah.'),
    line('c', 'Dana', 'on Monday.'),
  ])
  expect(sentences.map(({ text, unbroken }) => [text, unbroken])).toEqual([
    ['We would start on Monday.', false],
    ['Yeah.', true],
  ])
})

test('a speaker who returns after a long pause starts a new sentence', () => {
  expect(
    splitSentences([line('a', 'Dana', 'We would start'), line('b', 'Dana', 'Hello again, all.', 60_000)]),
  ).toHaveLength(2)
})

test('abbreviations and numbers do not end a sentence', () => {
  const text = 'Mr. Smith pays $4.50 at 2 p.m. on site. Dr. Lee agrees.'
  expect(splitSentences([line('a', null, text)]).map((sentence) => sentence.text)).toEqual([
    'Mr. Smith pays $4.50 at 2 p.m. on site.',
    'Dr. Lee agrees.',
  ])
})

test('text without punctuation is split at lines and, where they are long, at pauses', () => {
  const words = Array.from({ length: 40 }, (_, i) => ({
    text: `word${i}`,
    start_ms: i * 300 + (i >= 25 ? 2000 : 0),
    end_ms: i * 300 + 250 + (i >= 25 ? 2000 : 0),
    confidence: 0.5,
  }))
  const long: Segment = {
    id: 'b',
    start_ms: 0,
    end_ms: 20_000,
    speaker: null,
    text: words.map((word) => word.text).join(' '),
    words,
  }
  const sentences = splitSentences([line('a', null, 'hello there everybody'), long])
  expect(sentences.map(({ text }) => text.split(' ').length)).toEqual([3, 25, 15])
  expect(sentences.map(({ confidence }) => confidence)).toEqual([null, 0.5, 0.5])
})

test('replaces line breaks and control characters within a line with spaces', () => {
  expect(splitSentences([line('a', null, 'We\u0000would\n\tstart.')]).map(({ text }) => text)).toEqual([
    'We would start.',
  ])
})

test('returns no sentences for no words', () => {
  expect(splitSentences([])).toEqual([])
  expect(splitSentences([line('a', null, '   ')])).toEqual([])
})
