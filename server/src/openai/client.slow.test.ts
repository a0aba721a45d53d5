import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startFakeOpenAi, type FakeOpenAi } from '../../../e2e/fakes/openai.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { createOpenAiClient, type OpenAiClient } from './client.ts'

/** For tests: it moves the clock of the HTTP client’s limits, which start at its next tick. */
const timers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick: (ms: number) => void }
const schema = z.object({ city: z.string(), people: z.number().nullable() })

let fake: FakeOpenAi
let client: OpenAiClient
let folder: string
beforeEach(async () => {
  fake = await startFakeOpenAi({
    write: () => ({ city: 'Oslo', people: null }),
    transcribe: () => ({ text: ' Hello. ', language: 'english' }),
  })
  client = createOpenAiClient({ apiKey: 'sk-test', baseUrl: fake.baseUrl, firstWaitMs: 10 })
  folder = await mkdtemp(join(tmpdir(), 'openai-client-'))
})
afterEach(async () => {
  await fake.close()
  await rm(folder, { recursive: true })
})

function complete(on: OpenAiClient = client, signal = new AbortController().signal) {
  return on.completeJson({ model: 'gpt-4o-mini', system: 'Be brief.', user: 'Where?', schema, signal })
}

async function transcribe(
  model: string,
  { language = null, bytes = 400 }: { language?: string | null; bytes?: number } = {},
) {
  const path = join(folder, 'speech.mp3')
  await writeFile(path, Buffer.concat([Buffer.from('ID3'), Buffer.alloc(bytes)]))
  return client.transcribe({ path, model, language, prompt: null, signal: new AbortController().signal })
}

describe('a server that redirects elsewhere', () => {
  test.each([301, 307, 308])('with status %i is not followed, and fails permanently', async (status) => {
    let requests = 0
    const other = createServer((request, response) => {
      requests += 1
      request.resume()
      response.end('{}')
    })
    const redirecting = createServer((request, response) => {
      request.resume()
      response.writeHead(status, { location: `http://127.0.0.1:${getPort(other)}/v1${request.url}` }).end()
    })
    for (const server of [other, redirecting])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      client = createOpenAiClient({ apiKey: 'sk-test', baseUrl: `http://127.0.0.1:${getPort(redirecting)}/v1` })
      await expect(complete()).rejects.toMatchObject({ code: 'ai_misconfigured' })
      await expect(transcribe('whisper-1')).rejects.toMatchObject({ code: 'ai_misconfigured' })
      expect(requests).toBe(0)
    } finally {
      other.close()
      redirecting.close()
    }
  })
})

const getPort = (server: Server) => (server.address() as AddressInfo).port

test('retries an unreachable provider later', async () => {
  fake.failNext({ hangUp: true }, { hangUp: true }, { hangUp: true }, { hangUp: true })
  await expect(complete()).rejects.toEqual(new TransientFailure('ai_unreachable'))
})

test('a server without a key gets no Authorization header', async () => {
  const open = await startFakeOpenAi({ apiKey: null, write: () => ({ city: 'Bern', people: 1 }) })
  expect(await complete(createOpenAiClient({ apiKey: undefined, baseUrl: open.baseUrl }))).toEqual({
    city: 'Bern',
    people: 1,
  })
  await open.close()
})

describe('speech', () => {
  test('requests word and segment times from whisper-like models', async () => {
    expect(await transcribe('whisper-1', { language: 'en-GB' })).toEqual({
      text: 'Hello.',
      language: 'english',
      segments: [],
      words: [],
    })
    expect(fake.speech[0]).toMatchObject({
      responseFormat: 'verbose_json',
      granularities: ['word', 'segment'],
      language: 'en',
    })
  })

  test.each([
    ['gpt-4o-mini-transcribe', 'json'],
    ['gpt-4o-transcribe-diarize', 'diarized_json'],
  ])('%s is asked for %s', async (model, format) => {
    await transcribe(model)
    expect(fake.speech[0]).toMatchObject({ responseFormat: format, granularities: [] })
  })

  test('a file over the limit is refused permanently', async () => {
    await expect(transcribe('whisper-1', { bytes: 26 * 1024 * 1024 })).rejects.toThrow(PermanentFailure)
  })
})

test.each([
  ['a recap', () => complete()],
  ['a transcription', () => transcribe('whisper-1')],
])('waits for %s longer than the five minutes after which Node gives up', async (_, request) => {
  const slow = await startFakeOpenAi({
    write: () => ({ city: 'Oslo', people: null }),
    transcribe: () => ({ text: 'Hello.', language: 'english' }),
    delay: () => 1500,
  })
  client = createOpenAiClient({ apiKey: 'sk-test', baseUrl: slow.baseUrl })
  const answer = request()
  await vi.waitFor(() => expect([...slow.chats, ...slow.speech]).toHaveLength(1), { timeout: 20_000 })
  timers.tick(1)
  timers.tick(360_000)
  await answer
  expect(slow.spans).toHaveLength(1)
  await slow.close()
})
