import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { linesOf } from './lines.ts'

const phrasesOf = (words: string) =>
  linesOfScript(`Ana: ${words}`).flatMap(({ phrases }) => phrases.map(({ text }) => text))

test.each([
  ['We painted the old rudder and two masts.', ['the old rudder', 'two masts']],
  ['Our neighbour needs a map of the harbour.', ['Our neighbour', 'a map of the harbour']],
  ['I read the redline.', ['the redline']],
  ["Mia's boat has new sails.", ["Mia's boat", 'new sails']],
  ['They wrote a signed report for the port office.', ['a signed report for the port office']],
])('the things in %j are %j', (words, phrases) => {
  expect(phrasesOf(words)).toEqual(phrases)
})

test.each(['Somebody said something on Monday.', 'That is the thing.', 'Good answer.', 'Yes.'])(
  '%j names no thing',
  (words) => {
    expect(phrasesOf(words)).toEqual([])
  },
)

test('a phrase has its place, its number and whether it is a name', () => {
  const [line] = linesOfScript('Ana: The wall needs two lamps.')
  expect(line?.phrases.map(({ head, plural, proper }) => [head, plural, proper])).toEqual([
    ['wall', false, false],
    ['lamp', true, false],
  ])
  for (const { start, end, text } of line?.phrases ?? []) expect(line?.tidied.slice(start, end)).toBe(text)
})

test('words without content do not part a question from its answer', () => {
  expect(
    linesOfScript('Ana: Which harbour map is old?\nBen: Hm.\nAna: Yeah.\nBen: The northern harbour map.').map(
      ({ depth }) => depth,
    ),
  ).toEqual([0, 1, 1, 1])
})

test('a line knows the segments it was said in', () => {
  const segments: Segment[] = ['The harbour map', 'is very old.'].map((text, i) => ({
    id: `s${i}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker: 'Ana',
    text,
  }))
  expect(linesOf(segments).map(({ segmentIds, text }) => [segmentIds, text])).toEqual([
    [['s0', 's1'], 'The harbour map is very old.'],
  ])
})
