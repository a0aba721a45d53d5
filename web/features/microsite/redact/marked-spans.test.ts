import { expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { NOTHING_MARKED, readClock, removeSpan, getSpans, toggleLine } from './marked-spans.ts'

const line = (id: string, start_ms: number, end_ms: number): Segment => ({
  id,
  start_ms,
  end_ms,
  speaker: null,
  text: id,
})
const LINES = [line('a', 0, 1000), line('b', 1000, 2000), line('c', 5000, 6000)]

test('merges adjacent marked lines and spans into one span, which is unmarked as a whole', () => {
  const marked = { ...['a', 'b', 'c'].reduce(toggleLine, NOTHING_MARKED), spans: [{ start_ms: 1500, end_ms: 3000 }] }
  expect(getSpans(marked, LINES)).toEqual([
    { start_ms: 0, end_ms: 3000 },
    { start_ms: 5000, end_ms: 6000 },
  ])
  expect(getSpans(removeSpan(marked, { start_ms: 0, end_ms: 3000 }, LINES), LINES)).toEqual([
    { start_ms: 5000, end_ms: 6000 },
  ])
  expect(getSpans(toggleLine(marked, 'c'), LINES)).toEqual([{ start_ms: 0, end_ms: 3000 }])
})

test.each([
  ['62', 62_000],
  ['1:02', 62_000],
  ['1:02:03', 3_723_000],
  ['0:01.5', 1500],
  ['0:01,5', 1500],
  [' 0:00 ', 0],
  ['', null],
  ['1:', null],
  ['a:02', null],
  ['1:2:3:4', null],
  ['1.5:02', null],
])('parses the time %o as %o ms', (text, ms) => {
  expect(readClock(text)).toBe(ms)
})
