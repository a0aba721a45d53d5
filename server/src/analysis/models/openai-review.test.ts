import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { afterEach, expect, test } from 'vitest'
import { asksForVerdicts, startFakeOpenAi, type ChatCall, type FakeOpenAi } from '../../../../e2e/fakes/openai.ts'
import { createOpenAiClient } from '../../openai/client.ts'
import { createOpenAiAnalyst } from './openai.ts'
import { findFaults, verifyDraft } from '../verification/verify.ts'

let fake: FakeOpenAi | undefined
afterEach(() => fake?.close())

const SAID = [
  'We can give you a free trial of four weeks.',
  'No, thank you, we do not want a trial.',
  'The price is 300 dollars a month.',
  'Sorry, it is 330 dollars a month.',
  'I will send you the quote on Friday.',
  'Great.',
]
const SEGMENTS: Segment[] = SAID.map((text, i) => ({
  id: `s${i + 1}`,
  start_ms: i * 1000,
  end_ms: i * 1000 + 900,
  speaker: i % 2 === 0 ? 'Dana' : 'Marcus',
  text,
}))
const CLAIMS = {
  changes: [{ text: 'The price is 330.', lines: ['L4'] }],
  title: 'Dana and Marcus: offer',
  summary: [{ part: 'costs', text: 'It costs 300 dollars a month.', lines: ['L3'] }],
  quotes: [{ text: 'I will send you the quote on Friday.', lines: ['L5'] }],
  steps: [
    {
      task: 'Send Marcus the quote on Friday',
      owner: 'Dana',
      receiver: 'Marcus',
      due: 'Friday',
      side: 'host',
      lines: ['L5'],
    },
  ],
  important_points: [{ text: 'There is a free trial of four weeks.', lines: ['L1'] }],
  chapters: [],
}

async function analyse(segments: Segment[], first: unknown, read: (call: ChatCall) => unknown, secondReading = true) {
  const server = await startFakeOpenAi({ write: (call) => (asksForVerdicts(call) ? read(call) : first) })
  fake = server
  const analyst = createOpenAiAnalyst({
    client: createOpenAiClient({ apiKey: 'sk-test', baseUrl: server.baseUrl }),
    model: 'gpt-4o-mini',
    atOnce: 4,
    secondReading,
    check: async ({ draft, segments: of, ...options }) => findFaults(draft, of, options),
  })
  const draft = await analyst.analyse(
    { segments, title: null, description: null, draft: false, date: null },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  return { draft, readings: server.chats.filter(asksForVerdicts), requests: server.chats.length }
}

/** The lines and claims of a review request. */
function shown(call: ChatCall | undefined) {
  const rows = (call?.messages[1]?.content ?? '').split('\n').slice(1)
  const parsed = rows.filter((row) => row !== '…').map((row): unknown => JSON.parse(row))
  const claims = parsed.filter(
    (row): row is { claim: string; says?: string; quote?: string; lines: string[]; problem?: string } =>
      !Array.isArray(row),
  )
  return { rows, lines: parsed.filter(Array.isArray).map(([id]) => id as string), claims }
}

/** A verdict on each claim: the one given for its text, or that it holds. */
const verdictsOn =
  (given: Record<string, { verdict?: string; reason?: string; text?: string; lines?: string[] }>) =>
  (call: ChatCall) => ({
    verdicts: shown(call).claims.map(({ claim, says, quote, lines }) => {
      const { verdict = 'holds', reason = null, text = null, lines: named = lines } = given[says ?? quote ?? ''] ?? {}
      return { claim, verdict, reason, text, owner: null, lines: named }
    }),
  })

test('corrects a claim that does not hold, or holds it for review in place with the reason', async () => {
  const { draft } = await analyse(
    SEGMENTS,
    CLAIMS,
    verdictsOn({
      'It costs 300 dollars a month.': {
        verdict: 'taken_back',
        reason: 'The price was corrected.',
        text: 'It costs 330 dollars a month.',
        lines: ['L4'],
      },
      'There is a free trial of four weeks.': { verdict: 'taken_back', reason: 'Marcus wants no trial.' },
    }),
  )
  expect(draft.summary).toEqual([{ text: 'It costs 330 dollars a month.', segmentIds: ['s4'] }])
  expect(verifyDraft(draft, SEGMENTS)).toMatchObject({
    summary: [{ text: 'It costs 330 dollars a month.', segment_ids: ['s4'] }],
    importantPoints: [{ unconfirmed: true, doubt: { reason: expect.stringMatching(/taken_back|second_reading/) } }],
    todoList: [{ text: 'Dana: Send Marcus the quote on Friday' }],
  })
  expect(verifyDraft(draft, SEGMENTS).todoList[0]?.unconfirmed).toBeUndefined()
})

test('reads each claim with its lines and what was said after them', async () => {
  const { readings } = await analyse(SEGMENTS, CLAIMS, () => ({ verdicts: [] }))
  expect(readings).toHaveLength(1)
  const { lines, claims } = shown(readings[0])
  expect(lines).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6'])
  expect(claims).toContainEqual({
    claim: expect.any(String),
    says: 'Dana: Send Marcus the quote on Friday',
    owner: 'Dana',
    due: 'Friday',
    lines: ['L5'],
  })
  expect(claims).toContainEqual({
    claim: expect.any(String),
    quote: 'I will send you the quote on Friday.',
    lines: ['L5'],
  })
})

test('with review off, asks again only about the claims that failed a check', async () => {
  const { draft, readings } = await analyse(
    SEGMENTS,
    { ...CLAIMS, summary: [{ part: 'costs', text: 'It costs 450 dollars a month.', lines: ['L4'] }] },
    verdictsOn({ 'It costs 450 dollars a month.': { verdict: 'unsupported', text: 'It costs 330 dollars a month.' } }),
    false,
  )
  expect(readings.flatMap((call) => shown(call).claims)).toEqual([
    {
      claim: 'C1',
      says: 'It costs 450 dollars a month.',
      lines: ['L4'],
      problem: 'a number is not in its lines, or another one is: 450 dollars',
    },
  ])
  expect(verifyDraft(draft, SEGMENTS).summary).toMatchObject([{ text: 'It costs 330 dollars a month.' }])
  expect(verifyDraft(draft, SEGMENTS).summary[0]?.unconfirmed).toBeUndefined()
})

test('keeps the owner of a task whose correction gives only the words', async () => {
  const { draft } = await analyse(
    SEGMENTS,
    CLAIMS,
    verdictsOn({ 'Dana: Send Marcus the quote on Friday': { text: 'Email Marcus the quote on Friday' } }),
  )
  expect(draft.todoList).toMatchObject([{ text: 'Dana: Email Marcus the quote on Friday', owner: 'Dana' }])
})

test('hides a correction that fails the checks again from recipients', async () => {
  const { draft } = await analyse(
    SEGMENTS,
    { ...CLAIMS, summary: [{ part: 'costs', text: 'It costs 450 dollars a month.', lines: ['L4'] }] },
    verdictsOn({ 'It costs 450 dollars a month.': { verdict: 'unsupported', text: 'It costs 470 dollars a month.' } }),
    false,
  )
  expect(verifyDraft(draft, SEGMENTS)).toMatchObject({ summary: [], withheld: [{ reason: 'number' }] })
})

test('holds a recap with too many faults as a whole, even after corrections', async () => {
  const summary = [450, 460, 470, 480, 490].map((price) => ({
    part: 'costs',
    text: `It costs ${price} dollars a month.`,
    lines: ['L4'],
  }))
  const correct = { verdict: 'unsupported', text: 'It costs 330 dollars a month.' }
  const { draft } = await analyse(
    SEGMENTS,
    { ...CLAIMS, summary },
    verdictsOn(Object.fromEntries(summary.map(({ text }) => [text, correct]))),
  )
  const made = verifyDraft(draft, SEGMENTS)
  expect(made.warning).toBeDefined()
  expect([...made.summary, ...made.quotes, ...made.todoList].every(({ unconfirmed }) => unconfirmed)).toBe(true)
})

test('holds claims without a verdict, and those of a failed review, for the owner', async () => {
  const unanswered = await analyse(SEGMENTS, CLAIMS, () => ({ verdicts: [] }))
  const unreadable = await analyse(SEGMENTS, CLAIMS, () => 'No.')
  for (const { draft } of [unanswered, unreadable]) {
    const { quotes, todoList } = verifyDraft(draft, SEGMENTS)
    expect([...quotes, ...todoList]).toMatchObject([{ unconfirmed: true }, { unconfirmed: true }])
  }
})

test('splits claims of a long call into bounded requests, with gaps marked and all retractions', async () => {
  const segments = Array.from({ length: 3000 }, (_, i) => ({
    id: `s${i + 1}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker: 'Dana',
    text: `We talked about the yearly price of the plan ${i}.`,
  }))
  const points = Array.from({ length: 30 }, (_, i) => ({ text: `Point ${i}.`, lines: [`L${1 + i * 100}`] }))
  const { readings, draft } = await analyse(
    segments,
    {
      ...CLAIMS,
      changes: [{ text: 'Taken back.', lines: ['L2999'] }],
      summary: points,
      quotes: [],
      steps: [],
      important_points: [],
    },
    () => ({ verdicts: [] }),
  )
  expect(readings.length).toBeGreaterThan(1)
  for (const reading of readings) {
    expect(reading.messages[1]?.content.length).toBeLessThan(33_000)
    expect(shown(reading).rows).toContain('…')
    expect(shown(reading).lines).toContain('L2999')
  }
  expect(readings.flatMap((reading) => shown(reading).claims)).toHaveLength(30)
  expect(draft.summary).toHaveLength(30)
})

test('reads verdicts in any claim notation, with fields missing', async () => {
  const { draft } = await analyse(SEGMENTS, CLAIMS, (call) =>
    shown(call).claims.map(({ claim }) => ({ claim: Number(claim.slice(1)), verdict: 'unsupported' })),
  )
  const items = [...draft.summary, ...draft.quotes, ...draft.todoList, ...draft.importantPoints]
  expect(items.map(({ doubt }) => doubt)).toEqual(items.map(() => ({ reason: 'second_reading', detail: null })))
})

test('reviews nothing when nothing is claimed', async () => {
  expect((await analyse(SEGMENTS, { summary: [] }, () => ({ verdicts: [] }))).requests).toBe(1)
})
