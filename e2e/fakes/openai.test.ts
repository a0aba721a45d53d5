import { once } from 'node:events'
import { request as send } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi, type FakeOpenAi } from './openai.ts'

let fake: FakeOpenAi
beforeEach(async () => {
  fake = await startFakeOpenAi()
})
afterEach(() => fake.close())

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const format = (root: unknown, strict: unknown = true) => ({
  type: 'json_schema',
  json_schema: { name: 'reply', strict, schema: root },
})
const request = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }], response_format: format(schema) }

async function chat(body: unknown, key = 'sk-test'): Promise<number> {
  const headers = { 'authorization': `Bearer ${key}`, 'content-type': 'application/json' }
  return (await fetch(`${fake.baseUrl}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) }))
    .status
}

async function speech(fields: Record<string, string | Blob>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return (
    await fetch(`${fake.baseUrl}/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-test' },
      body: form,
    })
  ).status
}

const mp3 = new File([new Uint8Array([0xff, 0xfb, 0, 0])], 'a.mp3')

test('survives a client that disconnects during a request', async () => {
  const broken = send(`${fake.baseUrl}/chat/completions`, { method: 'POST', headers: { 'content-length': 100 } })
  await new Promise((resolve) => broken.write('{', resolve))
  const over = once(broken, 'error')
  broken.destroy()
  await over
  expect(await chat(request)).toBe(200)
})

test('accepts a valid request', async () => {
  expect(await chat({ ...request, max_completion_tokens: 12_000 })).toBe(200)
  expect(await chat({ model: 'gpt-4o-mini', messages: request.messages })).toBe(200)
  expect(
    await speech({
      'file': mp3,
      'model': 'whisper-1',
      'response_format': 'verbose_json',
      'timestamp_granularities[]': 'word',
    }),
  ).toBe(200)
})

test.each([
  ['an object that is open', { ...request, response_format: format({ ...schema, additionalProperties: true }) }],
  ['a property that is not required', { ...request, response_format: format({ ...schema, required: [] }) }],
  ['an unknown keyword', { ...request, response_format: format({ ...schema, minProperties: 1 }) }],
  [
    'a flaw deep inside',
    {
      ...request,
      response_format: format({
        ...schema,
        properties: { a: { type: 'array', items: { type: 'object', properties: {} } } },
      }),
    },
  ],
  ['a schema that is not strict', { ...request, response_format: format(schema, false) }],
  ['a message without text', { ...request, messages: [{ role: 'user', content: null }] }],
  ['an unknown argument', { ...request, temprature: 0 }],
  ['JSON asked for without the word', { ...request, response_format: { type: 'json_object' } }],
  ['an unknown format', { ...request, response_format: { type: 'xml' } }],
  ['a limit beyond the model’s', { ...request, max_completion_tokens: 20_000 }],
  ['two limits', { ...request, max_tokens: 10, max_completion_tokens: 10 }],
])('%s is answered with 400', async (_, body) => {
  expect(await chat(body)).toBe(400)
})

test.each([
  ['times asked of a model that has none', { file: mp3, model: 'gpt-4o-transcribe', response_format: 'verbose_json' }],
  [
    'granularities without the verbose format',
    { 'file': mp3, 'model': 'whisper-1', 'timestamp_granularities[]': 'word' },
  ],
  ['a file that is no audio', { file: new File(['hello'], 'a.mp3'), model: 'whisper-1' }],
  ['a language that is no two-letter code', { file: mp3, model: 'whisper-1', language: 'en-GB' }],
  ['no file', { model: 'whisper-1' }],
])('%s is answered with 400', async (_, fields) => {
  expect(await speech(fields)).toBe(400)
})

test('answers 401 to a wrong key, and 404 to an unknown model or address', async () => {
  expect(await chat(request, 'sk-other')).toBe(401)
  expect(await chat({ ...request, model: 'gpt-99' })).toBe(404)
  expect(
    (await fetch(`${fake.baseUrl}/nothing`, { method: 'POST', headers: { authorization: 'Bearer sk-test' } })).status,
  ).toBe(404)
})

test('answers 400 as a compatible server without the requested API feature', async () => {
  await fake.close()
  fake = await startFakeOpenAi({ dialect: { formats: ['text'], limits: ['max_tokens'] } })
  expect(await chat(request)).toBe(400)
  expect(await chat({ model: 'gpt-4o-mini', messages: request.messages, max_completion_tokens: 10 })).toBe(400)
  expect(await chat({ model: 'gpt-4o-mini', messages: request.messages, max_tokens: 10 })).toBe(200)
})
