import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enginesPageSchema, engineTrialSchema, speechModelSchema } from '@callfolio/shared/contract/speech-model.ts'
import { startFakeS3 } from '../../../e2e/fakes/s3/s3.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { findLocalServers } from './find-local-servers.ts'

let app: RunningApp
let operator: Person
let other: Person
beforeAll(async () => {
  app = await startApp({ TRANSCRIBER: 'auto' })
  operator = await app.signUp()
  other = await app.signUp()
})
afterAll(() => app.close())

const AI_SERVER = { base_url: 'http://127.0.0.1:9/v1', key: '', transcribe_model: '', analysis_model: 'gpt-4o-mini' }
const WORKERS: unknown = expect.stringContaining('No worker')
const model = async (person: Person) => speechModelSchema.parse((await person.send('GET', '/api/speech-model')).body)

test('makes the first account the operator, and shows engine setup to operators only', async () => {
  expect(await model(operator)).toMatchObject({ operator: true, state: 'idle', installed: null, drafts: 0 })
  expect(await model(other)).toMatchObject({ operator: false, offered: false })
  const requests = [
    ['POST', '/api/speech-model', { action: 'fetch' }],
    ['POST', '/api/speech-model', { action: 'pause' }],
    ['GET', '/api/engines'],
    ['POST', '/api/engines/trial'],
    ['GET', '/api/engines/local-servers'],
    ['PUT', '/api/engines/ai-server', AI_SERVER],
    ['DELETE', '/api/engines/ai-server'],
    ['POST', '/api/engines/ai-server/trial', AI_SERVER],
  ] as const
  for (const [method, path, body] of requests) {
    expect((await other.send(method, path, body)).status, path).toBe(403)
    expect((await app.visitor(method, path, body)).status, path).toBe(401)
  }
  expect((await model(operator)).state, 'nothing was begun').toBe('idle')
  const page = enginesPageSchema.parse((await operator.send('GET', '/api/engines')).body)
  expect([page.transcribers, page.diarisers, page.analysts].map(([first]) => first?.name)).toEqual([
    'sherpa',
    'sherpa',
    'extractive',
  ])
  expect(page.disk?.free).toBeGreaterThan(0)
})

test.runIf(HAS_POSTGRES)(
  'offers no fetch of a speech model in a process that only answers requests, and names the process that does',
  async () => {
    const bucket = await startFakeS3()
    const web = await startApp({
      ROLE: 'web',
      DATABASE_URL: await createPostgres({ migrated: true }),
      SECRET_KEY: 'secret of the processes of this test',
      ...bucket.settings,
      TRANSCRIBER: 'auto',
    })
    try {
      const owner = await web.signUp()
      expect(await model(owner)).toMatchObject({ operator: true, offered: false, best: null, problem: WORKERS })
      const { status, body } = await owner.send('POST', '/api/speech-model', { action: 'fetch' })
      expect([status, body]).toMatchObject([409, { error: { message: WORKERS } }])
      expect(enginesPageSchema.parse((await owner.send('GET', '/api/engines')).body).disk).toBeNull()
    } finally {
      await web.close()
      await bucket.close()
    }
  },
)

test('makes a user operator by command and revokes it, effective with the next request', async () => {
  const setOperator = (value: boolean) => app.services.admin.setOperator(other.userId, value)
  await setOperator(true)
  expect((await other.send('GET', '/api/engines')).status).toBe(200)
  await setOperator(false)
  expect((await other.send('GET', '/api/engines')).status).toBe(403)
})

test("returns a trial's words, errors and duration for a minute of speech", async () => {
  const { status, body } = await operator.send('POST', '/api/engines/trial')
  expect(status).toBe(200)
  const trial = engineTrialSchema.parse(body)
  expect(trial.engine).toBe('sphinx')
  expect(trial.text.split(' ').length).toBeGreaterThan(5)
  expect(trial.seconds).toBeGreaterThan(0)
  expect(trial.sound_seconds).toBeGreaterThan(45)
  expect(trial.word_errors).toBeGreaterThan(0)
  expect(trial.word_errors).toBeLessThan(1)
})

/** Programs in their response formats. */
const getList = (owner: string, ...ids: string[]) =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: owner })) })
const PROGRAMS: Record<string, Record<string, string>> = {
  'ollama': { '/v1/models': getList('library', 'llama3.2:latest') },
  'lm-studio': { '/v1/models': getList('organization_owner', 'qwen2.5-7b-instruct') },
  'llama.cpp': { '/v1/models': getList('llamacpp', '/models/gemma.gguf') },
  'vllm': { '/v1/models': getList('vllm', 'Qwen/Qwen2.5-7B-Instruct') },
  'speaches': { '/v1/models': getList('Systran', 'Systran/faster-whisper-small') },
  'whisper.cpp': { '/': '<html><head><title>Whisper.cpp Server</title></head></html>' },
  'another program': { '/': '<html><title>Photos</title></html>', '/v1/models': '{"models":[]}' },
}

test('finds AI servers on this machine by their responses, and no other programs', async () => {
  const asked: string[] = []
  const answering = async (pages: Record<string, string>) => {
    const server = createServer((request, response) => {
      const { method, url = '', headers } = request
      asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim())
      const page = method === 'GET' ? pages[url] : undefined
      if (page === undefined) response.writeHead(404).end()
      else response.writeHead(200).end(page)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port, close: () => server.close() }
  }
  const servers = await Promise.all(Object.values(PROGRAMS).map(answering))
  const own = await answering({ '/v1/models': getList('own', 'own') })
  const gone = await answering({})
  gone.close()
  try {
    const known = [...servers, own, gone].map(({ port }) => ({ port, name: 'Some server' }))
    const found = await findLocalServers(own.port, known)
    expect(found.map(({ name, models, problem }) => [name, models.join(), problem !== null])).toEqual([
      ['Ollama', 'llama3.2:latest', false],
      ['LM Studio', 'qwen2.5-7b-instruct', false],
      ['llama.cpp', '/models/gemma.gguf', false],
      ['vLLM', 'Qwen/Qwen2.5-7B-Instruct', false],
      ['Some server', 'Systran/faster-whisper-small', false],
      ['whisper.cpp', '', true],
    ])
    expect(found.map(({ base_url }) => base_url)).toEqual(
      servers.slice(0, -1).map(({ port }) => `http://127.0.0.1:${port}/v1`),
    )
    expect(new Set(asked), 'nothing but these is asked').toEqual(new Set(['GET /v1/models', 'GET /']))
  } finally {
    for (const server of [...servers, own]) server.close()
  }
})

test("probes this machine's ports only on request, over loopback", async () => {
  const origins: string[] = []
  const note = (message: unknown) => void origins.push((message as { request: { origin: string } }).request.origin)
  subscribe('undici:request:create', note)
  try {
    const port = new URL(app.url).port
    const elsewhere = () => origins.filter((origin) => origin !== app.url)
    await operator.send('GET', '/api/engines')
    await operator.send('GET', '/api/speech-model')
    expect(elsewhere()).toEqual([])
    await operator.send('GET', '/api/engines/local-servers')
    expect(new Set(elsewhere().map((origin) => new URL(origin).hostname))).toEqual(new Set(['127.0.0.1']))
    expect(new Set(elsewhere().map((origin) => new URL(origin).port))).toEqual(
      new Set(['11434', '1234', '8080', '8000'].filter((usual) => usual !== port)),
    )
  } finally {
    unsubscribe('undici:request:create', note)
  }
})
