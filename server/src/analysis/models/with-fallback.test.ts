import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../../../../e2e/fakes/openai.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createOpenAiClient } from '../../openai/client.ts'
import { createExtractiveAnalyst } from '../extractive/extractive.ts'
import { createOpenAiAnalyst } from './openai.ts'
import { withFallback } from './with-fallback.ts'
import { withLimits } from './with-limits.ts'

const SAID = [
  'We lose about sixty requests every month because they sit in three inboxes.',
  'I will send you the signed contract on Friday morning.',
  'Our budget for this is twelve thousand dollars a year.',
  'We need thirty seats by the first of May.',
]
const getCall = (lines: number): Segment[] =>
  Array.from({ length: lines }, (_, i) => ({
    id: `s${i}`,
    start_ms: i * 1000,
    end_ms: i * 1000 + 900,
    speaker: i % 2 === 0 ? 'Dana' : 'Lee',
    text: SAID[i % SAID.length] ?? '',
  }))
const SHORT = getCall(4)
const LONG = getCall(40)
const RECAP = { title: null, summary: [{ text: 'Lee will send the signed contract on Friday.', lines: ['L2'] }] }

let fake: FakeOpenAi
beforeEach(async () => {
  fake = await startFakeOpenAi({ write: (call) => (asksForVerdicts(call) ? { verdicts: [] } : RECAP) })
})
afterEach(() => fake.close())

function analyse(
  segments: Segment[],
  { signal = new AbortController().signal, limitMs = 60_000, key = 'sk-test' } = {},
) {
  const client = createOpenAiClient({
    apiKey: key,
    baseUrl: fake.baseUrl,
    patience: { firstMs: 500, nextMs: 200 },
    answerBytes: 100_000,
  })
  const primary = withLimits(createOpenAiAnalyst({ client, model: 'gpt-4o-mini', atOnce: 2, secondReading: true }), {
    limitMs,
  })
  const notices: string[] = []
  const onProgress = (_: number, detail: string | null = null) => void (detail !== null && notices.push(detail))
  const input = { segments, title: null, description: null, draft: false }
  return withFallback(primary, createExtractiveAnalyst(), createLogger('silent'))
    .analyse(input, { signal, onProgress })
    .then((draft) => ({ draft, notices }))
}

const noticeWith = (why: string) => `The AI server ${why}, so the built-in engine wrote this recap.`

test('uses the recap of the AI server when it succeeds', async () => {
  const { draft } = await analyse(LONG)
  expect(draft).toMatchObject({ summary: [{ segmentIds: ['s1'] }], use: { model: 'gpt-4o-mini' } })
  expect(draft.fallback).toBeUndefined()
})

const QUOTA = { status: 429, code: 'insufficient_quota' }
const EMPTY = { content: JSON.stringify({ title: null, summary: [] }) }
const UNFOUNDED = { content: JSON.stringify({ title: null, summary: [{ text: 'They agreed.', lines: ['L900'] }] }) }
test.each([
  ['a refusal', [{ refusal: 'I would rather not.' }], 'declined to analyze this call'],
  ['an empty quota', [QUOTA], 'has no quota left'],
  ['an answer that can’t be read, twice', [{ content: 'Sorry.' }, { content: '{}…' }], 'sent an unreadable response'],
  ['a web page', [{ html: '<h1>Sign in</h1>', as: 'text/html' }], 'sent an unexpected response'],
  ['silence', [{ silent: true }], 'didn’t respond within 1 s'],
  ['a flood', [{ flood: 200_000 }], 'sent a response that is too long'],
  ['a long wait', [{ status: 429, retryAfter: '3600' }], 'is busy'],
  ['an empty recap of a long call', [EMPTY], 'found nothing to report in a long call'],
  ['a recap without evidence', [UNFOUNDED], 'found nothing to report in a long call'],
] as const)('after %s, makes the recap on this server and notifies the owner why', async (_, faults, why) => {
  fake.failNext(...faults)
  const { draft } = await analyse(LONG)
  expect(draft.fallback).toEqual({ analyst: 'extractive', notice: noticeWith(why) })
  expect(draft.actionPoints.length).toBeGreaterThan(0)
  expect(draft.use).toBeUndefined()
})

test('reports a wrong key without details that only the operator can fix', async () => {
  expect((await analyse(LONG, { key: 'sk-wrong' })).draft.fallback?.notice).toBe(noticeWith('refused the key'))
})

test('gives up on a call that takes too long overall', async () => {
  fake.failNext({ status: 429, retryAfterMs: 30_000 })
  const { draft, notices } = await analyse(LONG, { limitMs: 300 })
  expect(draft.fallback?.notice).toBe(noticeWith('took longer than 1 s'))
  expect(notices[0]).toBe('Waiting for the AI server, retrying in 30 s')
})

test('keeps the recap when the review fails', async () => {
  await fake.close()
  fake = await startFakeOpenAi({ write: (call) => (asksForVerdicts(call) ? {} : RECAP) })
  expect((await analyse(LONG)).draft.fallback).toBeUndefined()
})

test('accepts an empty recap of a short call', async () => {
  fake.failNext(EMPTY)
  expect((await analyse(SHORT)).draft.fallback).toBeUndefined()
})

test('does not fall back when the work is canceled', async () => {
  const controller = new AbortController()
  fake.failNext({ status: 429, retryAfterMs: 30_000 })
  setTimeout(() => controller.abort(new Error('shutting down')), 100)
  await expect(analyse(LONG, { signal: controller.signal })).rejects.toThrow('shutting down')
})
