import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentIndexAt, textRuns, getTurns } from './segments.ts'

const line = (start_ms: number, speaker: string | null = null) => ({
  id: `s${start_ms}`,
  start_ms,
  end_ms: start_ms + 500,
  speaker,
  text: 'x',
})

test('the current line is the last one that has begun', () => {
  const segments = [line(1000), line(2000), line(5000)]
  expect([0, 999, 1000, 1999, 2000, 4000, 5000, 99_000].map((ms) => segmentIndexAt(segments, ms))).toEqual([
    -1, -1, 0, 0, 1, 1, 2, 2,
  ])
  expect(segmentIndexAt([], 5)).toBe(-1)
})

test('finding the current line gives the same result as checking every line', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000)), fc.nat(10_000), (starts, ms) => {
      const segments = starts.sort((a, b) => a - b).map((start) => line(start))
      expect(segmentIndexAt(segments, ms)).toBe(segments.findLastIndex(({ start_ms }) => start_ms <= ms))
    }),
  )
})

test('marks words that the engine was unsure of', () => {
  const word = (text: string, confidence?: number) => ({
    text,
    start_ms: 0,
    end_ms: 1,
    ...(confidence === undefined ? {} : { confidence }),
  })
  expect(
    textRuns({ ...line(0), text: 'We will sign', words: [word('we'), word('will', 0.9), word('sign', 0.2)] }),
  ).toEqual([
    { text: 'we will', doubtful: false },
    { text: 'sign', doubtful: true },
  ])
})

test('keeps the text of a line unchanged if all its words are certain', () => {
  const segment = { ...line(0), text: 'We will.', words: [{ text: 'we', start_ms: 0, end_ms: 1, confidence: 0.9 }] }
  expect(textRuns(segment)).toEqual([{ text: 'We will.', doubtful: false }])
  expect(textRuns(line(0))).toEqual([{ text: 'x', doubtful: false }])
})

test('joins adjacent lines of one speaker into one turn', () => {
  const turns = getTurns([line(0, 'A'), line(1, 'A'), line(2, 'B'), line(3, 'A')], 12)
  expect(turns.map(({ speaker, segments }) => [speaker, segments.length])).toEqual([
    ['A', 2],
    ['B', 1],
    ['A', 1],
  ])
})

test('splits a monologue into paragraphs, each but the first marked as continued', () => {
  const turns = getTurns(
    Array.from({ length: 5 }, (_, index) => line(index)),
    2,
  )
  expect(turns.map(({ continued, segments }) => [continued, segments.length])).toEqual([
    [false, 2],
    [true, 2],
    [true, 1],
  ])
})
