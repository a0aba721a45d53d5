import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { afterEach, expect, test } from 'vitest'
import { asksForVerdicts, startFakeOpenAi, type ChatCall, type FakeOpenAi } from '../../../e2e/fakes/openai.ts'
import { createOpenAiClient } from '../openai/client.ts'
import { createOpenAiAnalyst } from './openai.ts'

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
  action_points: [
    { text: 'Dana will send the quote to Marcus on Friday.', lines: ['L5'], owner: 'Dana', due: 'Friday' },
  ],
  important_points: [{ text: 'There is a free trial of four weeks.', lines: ['L1'] }],
  todo_list: [],
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
  })
  const draft = await analyst.analyse(
    { segments, title: null, description: null, draft: false, date: null },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  return { draft, readings: server.chats.filter(asksForVerdicts), requests: server.chats.length }
}

/** The lines and claims of a second reading. */
function shown(call: ChatCall | undefined) {
  const rows = (call?.messages[1]?.content ?? '').split('\n').slice(1)
  const parsed = rows.filter((row) => row !== '…').map((row): unknown => JSON.parse(row))
  const claims = parsed.filter(
    (row): row is { claim: string; says?: string; quote?: string; lines: string[] } => !Array.isArray(row),
  )
  return { rows, lines: parsed.filter(Array.isArray).map(([id]) => id as string), claims }
}

/** A verdict on each claim that says one of these things. */
const verdictsOn = (falling: Record<string, string>) => (call: ChatCall) => ({
  verdicts: shown(call).claims.map(({ claim, says, quote }) => ({
    claim,
    verdict: falling[says ?? quote ?? ''] ?? 'holds',
  })),
})

test('what does not hold at a second reading is left out and kept apart, the rest stays', async () => {
  const falling = {
    'It costs 300 dollars a month.': 'taken_back',
    'There is a free trial of four weeks.': 'unsupported',
  }
  const { draft } = await analyse(SEGMENTS, CLAIMS, verdictsOn(falling))
  expect(draft).toMatchObject({
    summary: [],
    importantPoints: [],
    quotes: [{ segmentIds: ['s5'] }],
    actionPoints: [{ owner: 'Dana', due: 'Friday' }],
  })
  expect(draft.rejected).toEqual([
    { list: 'important_points', item: { text: 'There is a free trial of four weeks.', segmentIds: ['s1'] } },
    { list: 'summary', item: { text: 'It costs 300 dollars a month.', segmentIds: ['s3'] } },
  ])
})

test('each claim is read with its lines and what was said after them', async () => {
  const { readings } = await analyse(SEGMENTS, CLAIMS, () => ({ verdicts: [] }))
  expect(readings).toHaveLength(1)
  const { lines, claims } = shown(readings[0])
  expect(lines).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'L6'])
  expect(claims).toContainEqual({
    claim: expect.any(String),
    says: 'Dana will send the quote to Marcus on Friday.',
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

test('claims of a long call are read in requests of a bounded size, with gaps marked and with every line that takes something back', async () => {
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
      action_points: [],
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
  expect(draft.summary, 'a claim without a verdict stays').toHaveLength(30)
})

test('verdicts are read however a model names the claims', async () => {
  const { draft } = await analyse(SEGMENTS, CLAIMS, (call) =>
    shown(call).claims.map(({ claim }) => ({ claim: Number(claim.slice(1)), verdict: 'unsupported' })),
  )
  expect(draft.rejected).toHaveLength(4)
})

test('where it is switched off nothing is read again', async () => {
  const { draft, requests } = await analyse(SEGMENTS, CLAIMS, () => ({ verdicts: [] }), false)
  expect(requests).toBe(1)
  expect(draft).toMatchObject({ summary: [{ segmentIds: ['s3'] }], use: { requests: 1 } })
  expect(draft.rejected).toBeUndefined()
})

test('where nothing is claimed nothing is read again', async () => {
  expect((await analyse(SEGMENTS, { summary: [] }, () => ({ verdicts: [] }))).requests).toBe(1)
})
