import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnalysisDraft, DraftItem } from '../analyst.ts'
import { createExtractiveAnalyst } from './extractive.ts'

async function analyse(segments: Segment[], draft = false): Promise<AnalysisDraft> {
  return createExtractiveAnalyst().analyse(
    { segments, title: null, description: null, draft },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
}

/** Talk that often promises, answers, retracts and sums up, cut at random places. */
const phrase = fc.constantFrom(
  "I'll send you the quote by Friday.",
  "we'll ship",
  'Could you send me',
  'the second invoice',
  'Yes, please.',
  'No, I can’t.',
  'Actually, forget that.',
  'by the fifth of May',
  'at ten o’clock',
  'Our budget is nine thousand euros a year.',
  'It failed twice',
  'and then we',
  'Let me read it back.',
  "I've got the report, Ana has the survey, you the list.",
  'The password is tulip.',
  'if the board agrees',
  'We need four new cranes, because',
  'that’s in the warranty.',
  'um, you know,',
  'Ana will do it on Monday.',
  'Just kidding.',
  'Leave that with me, I’ll do it.',
  '[laughs]',
  '...',
  '🙂',
  '— ',
  'Bye, everyone.',
  'The price list, I’ll print it',
)
const words = fc.oneof(
  { weight: 4, arbitrary: fc.array(phrase, { maxLength: 6 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
)
const speaker = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('Ana Ruiz', 'Ben Okoro', 'Ana Lund', 'Cleo', 'Speaker 1', null) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('(Ana', '[guest]', '*', 'C++', '$&', 'a\\', 'Mia\u0007') },
)

const call: fc.Arbitrary<Segment[]> = fc
  .array(
    fc.record({
      speaker,
      text: words,
      gap: fc.nat(4000),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    }),
    { maxLength: 40 },
  )
  .map((lines) => {
    let at = 0
    return lines.map(({ speaker: name, text, gap, confidence }, i): Segment => {
      const start = at + gap
      at = start + 3000
      const timed =
        confidence === undefined
          ? {}
          : {
              words: text.split(' ').map((word, k) => ({
                text: word,
                start_ms: start + k * 100,
                end_ms: start + k * 100 + 90,
                confidence,
              })),
            }
      return { id: `s${i}`, start_ms: start, end_ms: at, speaker: name, text, ...timed }
    })
  })

function getLists({
  summary,
  quotes,
  actionPoints,
  importantPoints,
  todoList,
  chapters = [],
}: AnalysisDraft): DraftItem[] {
  return [summary, quotes, actionPoints, importantPoints, todoList, chapters].flat()
}

test('for any call, every item is readable, cites one to six lines, and is deterministic', async () => {
  await fc.assert(
    fc.asyncProperty(call, fc.boolean(), async (segments, isDraft) => {
      const draft = await analyse(segments, isDraft)
      const ids = new Set(segments.map(({ id }) => id))
      for (const { text, segmentIds } of getLists(draft)) {
        expect(segmentIds.length).toBeGreaterThanOrEqual(1)
        expect(segmentIds.length).toBeLessThanOrEqual(6)
        expect(new Set(segmentIds).size).toBe(segmentIds.length)
        expect(segmentIds.filter((id) => !ids.has(id))).toEqual([])
        expect(text.length).toBeLessThanOrEqual(400)
        expect(text).not.toMatch(/\p{Cc}|undefined|\[object/u)
        expect(text.trim()).not.toBe('')
      }
      expect(await analyse(segments, isDraft)).toEqual(draft)
    }),
    { numRuns: 300 },
  )
})

const line = (i: number, name: string | null, text: string): Segment => ({
  id: `s${i}`,
  start_ms: i * 4000,
  end_ms: i * 4000 + 3500,
  speaker: name,
  text,
})
const lines = (count: number, of: (i: number) => Segment) => Array.from({ length: count }, (_, i) => of(i))

test.each([
  ['one speaker', lines(2000, (i) => line(i, 'Ana', `I'll send the report on crane ${i} by Friday.`))],
  [
    'two thousand speakers',
    lines(4000, (i) => line(i, `Guest${i % 2000} Holt`, "I'll send you the report on the crane by Friday.")),
  ],
  [
    'two thousand speakers whose names are patterns',
    lines(2000, (i) => line(i, `(${i}[* Holt`, 'Can somebody send me the report?')),
  ],
  [
    'ten thousand equal lines',
    lines(10_000, (i) => line(i, i % 2 === 0 ? 'Ana' : 'Ben', 'We need four new cranes by Friday.')),
  ],
  ['one line of twenty thousand words', [line(0, 'Ana', 'we need the crane, and then it was '.repeat(2500))]],
  [
    'twenty thousand words among short sentences',
    [
      ...lines(2000, (i) => line(i, 'Ana', 'Yes. No.')),
      line(2000, 'Ben', 'we need the crane, and then it was '.repeat(2500)),
    ],
  ],
  ['twenty thousand questions in a line', [line(0, 'Ana', 'Why? '.repeat(20_000))]],
  ['one word as long as a book', [line(0, 'Ana', `I'll send the ${'report'.repeat(20_000)} by Friday.`)]],
  [
    'words as long as a line',
    lines(20, (i) =>
      line(
        i,
        i % 2 === 0 ? 'Ana' : 'Ben',
        `I'll send the report on ${'crane'.repeat(50)} to ${'harbour'.repeat(50)} by Friday.`,
      ),
    ),
  ],
  ['empty texts', lines(2000, (i) => line(i, 'Ana', i % 2 === 0 ? '' : ' \n\t '))],
  ['emoji', lines(2000, (i) => line(i, 'Ana', '👩‍👩‍👧 🙂🙂 🇳🇴'))],
  [
    'no punctuation',
    lines(3000, (i) => line(i, 'Ana', 'so i will send you the report by friday and then we need the crane')),
  ],
  ['nothing but punctuation', lines(3000, (i) => line(i, 'Ana', '?!... -- , . ;'))],
  ['without names', lines(2000, (i) => line(i, null, "I'll send you the report on the crane by Friday."))],
])('finishes a call of %s with lists of a readable length', async (_, segments) => {
  const draft = await analyse(segments)
  for (const { text } of getLists(draft)) expect(text.length).toBeLessThanOrEqual(400)
  expect(getLists(draft).length).toBeLessThanOrEqual(80)
})
