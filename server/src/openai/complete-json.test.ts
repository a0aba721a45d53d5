import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import { startFakeOpenAi, type FakeOpenAi, type Fault } from '../../../e2e/fakes/openai.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { createOpenAiClient, type OpenAiClient } from './client.ts'
import type { AnswerProgress, TokenUse } from './request-answer.ts'

const schema = z.object({ city: z.string(), people: z.number().nullable() })
const OSLO = { city: 'Oslo', people: null }

let fake: FakeOpenAi
let client: OpenAiClient
beforeEach(() => start())
afterEach(() => fake.close())

async function start(options: Parameters<typeof startFakeOpenAi>[0] = {}): Promise<void> {
  fake = await startFakeOpenAi({ write: () => OSLO, ...options })
  client = createOpenAiClient({
    apiKey: 'sk-test',
    baseUrl: fake.baseUrl,
    patience: { firstMs: 1000, nextMs: 300 },
    firstWaitMs: 1,
    answerBytes: 100_000,
  })
}

const waits: number[] = []
beforeEach(() => void waits.splice(0))
const complete = (signal = new AbortController().signal) =>
  client.completeJson({
    model: 'gpt-4o-mini',
    system: 'Be brief.',
    user: 'Where?',
    schema,
    signal,
    onWait: (leftMs) => waits.push(leftMs),
    onUse: (used) => uses.push(used),
    onProgress: (made) => progress.push(made),
  })
const uses: TokenUse[] = []
const progress: AnswerProgress[] = []
beforeEach(() => void [uses.splice(0), progress.splice(0)])
const failure = async (): Promise<Error> =>
  complete().then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  )

describe('unsupported request features', () => {
  const asked = () => fake.chats.map(({ format, limit }) => [format, limit])

  test('sends OpenAI’s own API the schema, with an answer limit', async () => {
    expect(await complete()).toEqual(OSLO)
    expect(asked()).toEqual([['json_schema', 12_000]])
    expect(fake.chats[0]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Where?' },
    ])
  })

  test.each([
    ['JSON without a schema', { formats: ['json_object', 'text'] }, ['json_object', 12_000]],
    ['words alone', { formats: ['text'] }, ['text', 12_000]],
    ['the older name of the limit', { limits: ['max_tokens'] }, ['json_schema', 12_000]],
    ['words alone and no limit', { formats: ['text'], limits: [] }, ['text', null]],
  ] as const)('a server that supports only %s gets it, and directly from then on', async (_, dialect, form) => {
    await fake.close()
    await start({ dialect })
    expect(await complete()).toEqual(OSLO)
    const refusals = fake.refusals.length
    expect(refusals).toBeGreaterThan(0)
    expect(await complete()).toEqual(OSLO)
    expect(fake.refusals).toHaveLength(refusals)
    expect(asked()).toEqual([form, form])
    const said = fake.chats[0]?.messages[0]?.content ?? ''
    expect(said.startsWith('Be brief.')).toBe(true)
    expect(said.includes('"properties":{"city"'), 'the schema is told in words where the server does not take it').toBe(
      form[0] !== 'json_schema',
    )
  })

  test.each([
    ['doesn’t stream', { streams: 'refused' }, [false, false, false], 1],
    ['answers whole all the same', { streams: 'ignored' }, [false, true, false], 1],
    ['reports no use', { streams: 'without use' }, [true, false, false], 0],
    ['reports how far it has read', { reportsReading: true }, [true, true, true], 1],
  ] as const)('supports a server that %s', async (_, dialect, [streams, reportsUse, reportsReading], used) => {
    await fake.close()
    await start({ dialect })
    expect(await complete()).toEqual(OSLO)
    expect(fake.chats.at(-1)).toMatchObject({ streams, reportsUse, reportsReading })
    expect(uses.filter(({ inputTokens }) => inputTokens > 0)).toHaveLength(used)
    expect(uses.every(({ readMs }) => (readMs === null) !== streams)).toBe(true)
    expect(progress.some(({ read }) => read === 0.5)).toBe(reportsReading)
    expect(progress.at(-1)?.written ?? 0).toBe(streams ? JSON.stringify(OSLO).length : 0)
  })

  test('a server that answers 422 gets a simpler request too, and one that refuses everything is quoted', async () => {
    fake.failNext({ status: 422, message: 'Extra inputs are not permitted' })
    expect(await complete()).toEqual(OSLO)
    expect(asked()).toEqual([['json_object', 12_000]])
    fake.failNext(...Array.from({ length: 6 }, () => ({ status: 400, message: 'No cities today.' })))
    expect(await failure()).toEqual(
      new PermanentFailure('ai_refused', 'The AI server refused the request: 400 No cities today.'),
    )
  })

  test('a server with too small a context for the longest answer is asked without a limit', async () => {
    fake.failNext({
      status: 400,
      message: "This model's maximum context length is 8192 tokens. However, you requested 14000 tokens.",
    })
    expect(await complete()).toEqual(OSLO)
    expect(asked()).toEqual([['json_schema', null]])
  })
})

describe('an answer', () => {
  test('that is broken is requested once more with the problem, and fails the second time', async () => {
    fake.failNext({ content: 'No.' })
    expect(await complete()).toEqual(OSLO)
    expect(fake.chats[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    fake.failNext({ content: '{}' }, { content: '' })
    expect(await failure()).toMatchObject({
      code: 'ai_unreadable',
      message: 'The AI server sent an unreadable response.',
      cause: new Error('it is empty'),
    })
  })

  test.each([['text/html'], ['application/json']] as const)(
    'that is a web page with status 200, sent as %s, is reported as such',
    async (as) => {
      fake.failNext({ html: '<!doctype html><title>Sign in</title>', as })
      const error = await failure()
      expect(error).toBeInstanceOf(PermanentFailure)
      expect(error.message).toContain('The AI server sent an unexpected response.')
    },
  )

  test('that never ends is aborted', async () => {
    fake.failNext({ flood: 200_000 })
    expect(await failure()).toEqual(
      new PermanentFailure('ai_unreadable', 'The AI server sent a response that is too long.'),
    )
  })
})

test.each<[string, Fault, FailureCode]>([
  ['a refused key', { status: 401 }, 'ai_key_refused'],
  ['a used-up quota', { status: 429, code: 'insufficient_quota' }, 'ai_quota_used_up'],
  ['an unknown model', { status: 404 }, 'ai_misconfigured'],
  ['a web page', { html: '<title>Sign in</title>', as: 'text/html' }, 'ai_misconfigured'],
  ['a refused request', { status: 413 }, 'ai_refused'],
  ['a refusal in words', { refusal: 'I would rather not.' }, 'ai_refused'],
  ['a content filter', { content: '{"ci', finishReason: 'content_filter' }, 'ai_refused'],
  ['a flood', { flood: 200_000 }, 'ai_unreadable'],
  ['a long wait', { status: 429, retryAfter: '3600' }, 'ai_busy'],
  ['an outage that lasts', { status: 503, retryAfter: '3600' }, 'ai_failed'],
  ['silence', { silent: true }, 'ai_timed_out'],
  ['silence within an answer', { begins: '{"city":' }, 'ai_timed_out'],
])('%s has its code', async (_, fault, code) => {
  fake.failNext(fault)
  expect(await failure()).toMatchObject({ code })
})

describe('waiting', () => {
  test.each([{ silent: true }, { silent: true, headersOnly: true }] as const)(
    'for an answer that does not come times out without a retry: %j',
    async (fault) => {
      fake.failNext(fault)
      expect(await failure()).toEqual(new TransientFailure('ai_timed_out', 'The AI server didn’t respond within 1 s.'))
      expect(fake.chats).toEqual([])
    },
  )

  test('for the rest of an answer times out too', async () => {
    fake.failNext({ begins: '{"city":' })
    expect(await failure()).toEqual(new TransientFailure('ai_timed_out', 'The AI server stopped responding for 1 s.'))
  })

  test.each<Fault>([{ begins: '{"city":', hangUpAfterMs: 1 }, { failsWithin: 'Out of memory.' }])(
    'for an answer that breaks off starts over: %j',
    async (fault) => {
      fake.failNext(fault)
      expect(await complete()).toEqual(OSLO)
      fake.failNext(fault, fault, fault, fault)
      expect(await failure()).toBeInstanceOf(TransientFailure)
    },
  )

  test('lasts as long as the server asked for, with reports of the remaining time', async () => {
    fake.failNext({ status: 429, retryAfterMs: 1500 })
    expect(await complete()).toEqual(OSLO)
    expect(waits).toEqual([1500, 500, 0])
  })

  test('is not done for a server that asks for more than a minute', async () => {
    fake.failNext({ status: 429, retryAfter: '61' })
    expect(await failure()).toMatchObject({ message: 'The AI server is busy.', retryAfterMs: 61_000 })
    fake.failNext({ status: 503, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() })
    expect(await failure()).toMatchObject({ message: 'The AI server failed (503).' })
    expect(waits).toEqual([])
  })

  test('ends after four attempts', async () => {
    fake.failNext(...Array.from({ length: 4 }, () => ({ status: 500 })))
    expect(await failure()).toMatchObject({ name: 'TransientFailure', message: 'The AI server failed (500).' })
    expect(await complete(), 'the fifth answer would have been good').toEqual(OSLO)
  })

  test('ends at once, with its reason, when the work is canceled', async () => {
    const controller = new AbortController()
    fake.failNext({ status: 429, retryAfterMs: 50_000 })
    const waiting = client.completeJson({
      model: 'gpt-4o-mini',
      system: '',
      user: '',
      schema,
      signal: controller.signal,
      onWait: () => controller.abort(new Error('shutting down')),
    })
    await expect(waiting).rejects.toThrow('shutting down')
  })
})
