import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from '../analyst.ts'
import { plainWords, withoutFillers } from '../language/spoken-words.ts'
import { verifyDraft } from './verify.ts'

/** Few different words, so that an invented quote often nearly matches. */
const word = fc.constantFrom(
  'we',
  'need',
  'the',
  'Report',
  'by',
  'friday',
  'um',
  'you',
  'know',
  "don't",
  'sign-on',
  'sign',
  '4,000',
  '4',
  '$9',
  '15%',
  'É',
)
const mark = fc.constantFrom('', '', ',', '.', '?', ' –')

const call: fc.Arbitrary<Segment[]> = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('Dana', 'Marcus', null),
      words: fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 7 }),
      timed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) =>
    lines.map(({ speaker, words, timed }, i) => {
      const start = i * 10_000
      return {
        id: `s${i}`,
        start_ms: start,
        end_ms: start + 9000,
        speaker,
        text: words.map(([text, after]) => text + after).join(' '),
        ...(timed
          ? { words: words.map(([text], k) => ({ text, start_ms: start + k * 1000, end_ms: start + k * 1000 + 900 })) }
          : {}),
      }
    }),
  )

/** An analyst that copies, changes, mixes speakers, shifts, cites missing lines, repeats and returns nothing. */
function hostileItem(segments: readonly Segment[]): fc.Arbitrary<DraftItem> {
  const ids = fc.array(fc.constantFrom(...segments.map((segment) => segment.id), 's99', ''), { maxLength: 4 })
  const whole = segments.flatMap((segment) => segment.text.split(' '))
  const copied = fc
    .tuple(fc.nat(whole.length), fc.nat(12))
    .map(([from, length]) => whole.slice(from, from + length).join(' '))
  const invented = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
  return fc.record({
    text: fc.oneof(copied, invented, fc.constant(''), fc.string()),
    segmentIds: fc.oneof(ids, fc.constant(segments.map((segment) => segment.id))),
  })
}

const hostile: fc.Arbitrary<{ segments: Segment[]; draft: AnalysisDraft }> = call.chain((segments) => {
  const list = fc.array(hostileItem(segments), { maxLength: 6 }).map((items) => [...items, ...items])
  return fc.record({
    segments: fc.constant(segments),
    draft: fc.record({
      title: fc.option(fc.string()),
      summary: list,
      quotes: list,
      actionPoints: list,
      importantPoints: list,
      todoList: list,
    }),
  })
})

test('every shown quote is an unbroken run of one speaker’s words, with its true time', () => {
  fc.assert(
    fc.property(hostile, ({ segments, draft }) => {
      for (const quote of verifyDraft(draft, segments).quotes) {
        const lines = segments.filter((segment) => quote.segment_ids?.includes(segment.id))
        const [first, last] = [lines[0], lines.at(-1)]
        if (first === undefined || last === undefined) throw new Error('A quote without lines.')
        expect(segments.indexOf(last) - segments.indexOf(first)).toBe(lines.length - 1)
        expect(new Set(lines.map((line) => line.speaker))).toEqual(new Set([quote.speaker]))
        expect(lines.map((line) => line.text.trim()).join(' ')).toContain(quote.text)
        expect(lines.length === 1 || !first.text.includes(quote.text)).toBe(true)
        const starts = first.words?.map((timed) => timed.start_ms) ?? [first.start_ms]
        const ends = last.words?.map((timed) => timed.end_ms) ?? [last.end_ms]
        expect(starts).toContain(quote.start_ms)
        expect(ends).toContain(quote.end_ms)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a quote with timed words starts and ends with the words it shows', () => {
  fc.assert(
    fc.property(hostile, ({ segments, draft }) => {
      for (const quote of verifyDraft(draft, segments).quotes) {
        const lines = segments.filter((segment) => quote.segment_ids?.includes(segment.id))
        const said = lines
          .flatMap((line) => line.words ?? [])
          .filter((timed) => timed.start_ms >= (quote.start_ms ?? 0) && timed.end_ms <= (quote.end_ms ?? 0))
        if (lines.every((line) => line.words !== undefined))
          expect(said.map((timed) => timed.text)).toEqual(quote.text.split(/[,.?–]*(?:\s+|$)/).filter(Boolean))
      }
    }),
    { numRuns: 1000 },
  )
})

test('every shown item cites lines of the call, with their times and speaker, and is shown once', () => {
  fc.assert(
    fc.property(hostile, ({ segments, draft }) => {
      const { summary, quotes, actionPoints, importantPoints, todoList } = verifyDraft(draft, segments)
      const lists = { summary, quotes, actionPoints, importantPoints, todoList }
      for (const items of Object.values(lists)) {
        expect(new Set(items.map((item) => item.text.toLowerCase())).size).toBe(items.length)
        for (const item of items) {
          const lines = segments.filter((segment) => item.segment_ids?.includes(segment.id))
          expect(lines.length).toBe(item.segment_ids?.length)
          expect(lines.length).toBeGreaterThan(0)
          expect(item.text.trim()).not.toBe('')
          expect(lines.some((line) => item.speaker === null || line.speaker === item.speaker)).toBe(true)
          expect(item.start_ms).toBeGreaterThanOrEqual(Math.min(...lines.map((line) => line.start_ms)))
          expect(item.end_ms).toBeLessThanOrEqual(Math.max(...lines.map((line) => line.end_ms)))
        }
      }
    }),
  )
})

test('never loses an honest quote', () => {
  fc.assert(
    fc.property(call, fc.nat(), (segments, pick) => {
      const spoken = segments.map((segment) => ({ ...segment, text: `Our budget is ${segment.text}` }))
      const segment = spoken[pick % spoken.length]
      const quotes = segment === undefined ? [] : [{ text: segment.text.toUpperCase(), segmentIds: [segment.id] }]
      const shown = verifyDraft(
        { title: null, summary: [], quotes, actionPoints: [], importantPoints: [], todoList: [] },
        spoken,
      ).quotes
      expect(shown.map((quote) => quote.segment_ids)).toEqual([expect.arrayContaining([segment?.id])])
      const words = (text = '') => withoutFillers(plainWords(text), (word) => word)
      expect(words(shown[0]?.text)).toEqual(expect.arrayContaining(words(segment?.text)))
    }),
  )
})

test('shows nothing unsupported for huge drafts and calls without words, in reasonable time', () => {
  const lines: Segment[] = Array.from({ length: 3000 }, (_, i) => ({
    id: `s${i}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker: 'Dana',
    text: `we need the report by friday ${i}`,
  }))
  const items = Array.from({ length: 2000 }, (_, i) => ({
    text: i % 3 > 0 ? `we need the report by friday ${i}` : 'we never need the report '.repeat(200),
    segmentIds: lines.slice(i, i + (i % 3 === 1 ? 6 : 40)).map(({ id }) => id),
  }))
  const draft = {
    title: 'x'.repeat(100_000),
    summary: items,
    quotes: items,
    actionPoints: items,
    importantPoints: items,
    todoList: items,
    chapters: items,
  }
  const shown = verifyDraft(draft, lines)
  expect(shown.quotes).toHaveLength(33)
  expect(shown.withheld).toHaveLength(100)
  for (const quote of shown.quotes) expect(lines.find(({ id }) => id === quote.segment_ids?.[0])?.text).toBe(quote.text)
  const { use: _, withheld: __, warning: ___, ...nothing } = verifyDraft(draft, [])
  expect(nothing).toEqual({
    title: null,
    summary: [],
    quotes: [],
    actionPoints: [],
    importantPoints: [],
    todoList: [],
    chapters: [],
  })
})
