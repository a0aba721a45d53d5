import { expect, test } from 'vitest'
import { getSegments } from './openai-segments.ts'

const piece = { startMs: 600_000, endMs: 660_000 }
const empty = { text: '', language: null, segments: [], words: [] }

test('converts times to the recording’s and keeps them inside the piece', () => {
  const [first, second] = getSegments(
    {
      ...empty,
      segments: [
        { start: 0.5, end: 2, text: ' One. ' },
        { start: 2, end: 99, text: 'Two.' },
      ],
    },
    piece,
    [],
  )
  expect(first).toMatchObject({ start_ms: 600_500, end_ms: 602_000, text: 'One.' })
  expect(second).toMatchObject({ start_ms: 602_000, end_ms: 660_000 })
})

test('assigns each word to the segment it was said in', () => {
  const words = [
    { start: 0, end: 0.4, word: ' One' },
    { start: 2.1, end: 2.4, word: 'two' },
    { start: 2.5, end: 3, word: 'three' },
  ]
  const [first, second] = getSegments(
    {
      ...empty,
      words,
      segments: [
        { start: 0, end: 1, text: 'One.' },
        { start: 2, end: 3, text: 'Two three.' },
      ],
    },
    piece,
    [],
  )
  expect(first?.words?.map((word) => word.text)).toEqual(['One'])
  expect(second?.words).toEqual([
    { text: 'two', start_ms: 602_100, end_ms: 602_400 },
    { text: 'three', start_ms: 602_500, end_ms: 603_000 },
  ])
})

test('makes a line of words without segments', () => {
  const words = [
    { start: 0, end: 0.4, word: 'Yes.' },
    { start: 0.5, end: 0.9, word: 'I do.' },
  ]
  expect(getSegments({ ...empty, words }, piece, [])).toMatchObject([
    { start_ms: 600_000, end_ms: 600_900, text: 'Yes. I do.' },
  ])
})

test('begins and ends a word with its sound, not with the silence beside it', () => {
  const words = [
    { start: 1, end: 2.95, word: 'discount' },
    { start: 3, end: 4, word: 'That' },
  ]
  const silences = [
    { startMs: 602_400, endMs: 602_900 },
    { startMs: 603_400, endMs: 603_800 },
    { startMs: 610_000, endMs: 620_000 },
  ]
  expect(getSegments({ ...empty, words }, piece, silences)[0]?.words).toEqual([
    { text: 'discount', start_ms: 601_000, end_ms: 602_400 },
    { text: 'That', start_ms: 603_800, end_ms: 604_000 },
  ])
})

test('makes one segment over the whole piece of text without times', () => {
  expect(getSegments({ ...empty, text: 'First. Second.' }, piece, [])).toEqual([
    { start_ms: 600_000, end_ms: 660_000, speaker: null, text: 'First. Second.' },
  ])
})

test('makes no segment of an empty transcription', () => {
  expect(getSegments({ ...empty, segments: [{ start: 0, end: 1, text: '  ' }] }, piece, [])).toEqual([])
  expect(getSegments(empty, piece, [])).toEqual([])
})
