import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aiServerSchema, aiServerTrialSchema } from '@callfolio/shared/contract/ai-server.ts'
import { capabilitiesSchema } from '@callfolio/shared/contract/capabilities.ts'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { enginesPageSchema } from '@callfolio/shared/contract/speech-model.ts'
import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../../../e2e/fakes/openai.ts'
import { createLocalNotices } from '../db/processes/notices.ts'
import type { Egress } from '../kernel/egress.ts'
import { createAiServerStore } from '../engines/ai-server.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'

const KEY = 'sk-test'
const NO_ANSWER = {
  error: { code: 'invalid_request', message: 'No server responds at this address. Start it or check the address.' },
}
const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
Dana: We can ship the first twenty pallets in March.
`

let fake: FakeOpenAi
let app: RunningApp
let operator: Person
beforeAll(async () => {
  fake = await startFakeOpenAi({
    transcribe: () => ({ text: 'Ten seconds of a call.' }),
    write: (call) =>
      asksForVerdicts(call)
        ? { verdicts: [] }
        : { title: null, summary: [{ part: 'agreed', text: 'Dana can ship in March.', lines: ['L1'] }] },
  })
  app = await startApp({ TRANSCRIBER: 'auto', ANALYST: 'auto' })
  await app.services.start(3000)
  operator = await app.signUp()
})
afterAll(async () => {
  await app.close()
  await fake.close()
})
afterEach(() => operator.send('DELETE', '/api/engines/ai-server'))

const getServer = (change: object = {}) => ({
  base_url: fake.baseUrl,
  key: KEY,
  transcribe_model: 'whisper-1',
  analysis_model: 'gpt-4o-mini',
  ...change,
})
const put = (change?: object) => operator.send('PUT', '/api/engines/ai-server', getServer(change))
const attempt = async (change?: object) => {
  const { status, body } = await operator.send('POST', '/api/engines/ai-server/trial', getServer(change))
  expect(status).toBe(200)
  return aiServerTrialSchema.parse(body)
}
const page = async () => enginesPageSchema.parse((await operator.send('GET', '/api/engines')).body)
/** The current engine: the first that is ready. */
const inUse = async () => {
  const { transcribers, analysts } = capabilitiesSchema.parse((await app.visitor('GET', '/api/capabilities')).body)
  const first = (engines: typeof analysts) => engines.find(({ ready }) => ready)?.name
  return [first(transcribers), first(analysts)]
}
const sealedText = async () =>
  (await app.database.select().from(app.database.schema.operatorSettings)).map(({ value }) => value).join()
const storeOf = (secretKey: string, egress: Egress, log: Logger) =>
  createAiServerStore({ db: app.database, notices: createLocalNotices(), secretKey, egress, log })

test('uses an AI server from the next recording after it is set until it is removed', async () => {
  expect(await inUse()).toEqual(['sphinx', 'extractive'])
  const { status, body } = await put()
  expect(status).toBe(200)
  expect(aiServerSchema.parse(body)).toEqual({
    from: 'page',
    base_url: fake.baseUrl,
    has_key: true,
    transcribe_model: 'whisper-1',
    analysis_model: 'gpt-4o-mini',
  })
  expect(await inUse()).toEqual(['openai', 'openai'])
  const made = await operator.send('POST', '/api/process-meeting', { captions: CAPTIONS })
  const { job_id: id } = made.body as { job_id: string }
  const site = await eventually(async () => {
    const read = micrositeSchema.parse((await operator.send('GET', `/api/microsites/${id}`)).body)
    return read.status === 'active' && read
  })
  expect(site).toMatchObject({ engines: { analyst: 'openai' }, gpt_summary: 'Dana can ship in March.' })
  expect((await operator.send('DELETE', '/api/engines/ai-server')).body).toBeNull()
  expect(await inUse()).toEqual(['sphinx', 'extractive'])
})

test('uses an AI server for recaps only', async () => {
  await put({ transcribe_model: '' })
  expect(await inUse()).toEqual(['sphinx', 'openai'])
  expect((await put({ transcribe_model: '', analysis_model: ' ' })).status).toBe(400)
})

test('never shows the key, and stores it encrypted', async () => {
  await put()
  expect(JSON.stringify([await page(), (await app.visitor('GET', '/api/capabilities')).body])).not.toContain(KEY)
  const text = await sealedText()
  expect([text === '', text.includes(KEY), text.includes('127.0.0.1')]).toEqual([false, false, false])
})

test('keeps the setup over a restart, but not under another secret or after tampering', async () => {
  await put()
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const secretKey = await readFile(join(app.folder, 'secret.key'), 'utf8')
  const text = await sealedText()
  const load = (secret: string) => storeOf(secret, null, log).load()
  expect(await load(secretKey)).toMatchObject({ baseUrl: fake.baseUrl, apiKey: KEY })
  expect(await load(`${secretKey}x`)).toBeNull()
  const tampered = text.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  const { operatorSettings } = app.database.schema
  await app.database.update(operatorSettings).set({ value: tampered }).where(eq(operatorSettings.value, text))
  expect(await load(secretKey)).toBeNull()
  expect(lines).toHaveLength(2)
})

test('keeps the stored key when none is entered, and sends it to no other address', async () => {
  await put()
  const { key: _, ...withoutKey } = getServer()
  expect((await operator.send('PUT', '/api/engines/ai-server', withoutKey)).body).toMatchObject({ has_key: true })
  const other = await startFakeOpenAi({ apiKey: null })
  try {
    const elsewhere = { ...withoutKey, base_url: other.baseUrl }
    const { body } = await operator.send('POST', '/api/engines/ai-server/trial', elsewhere)
    expect(aiServerTrialSchema.parse(body).recap).toMatchObject({ seconds: expect.any(Number) })
    expect((await operator.send('PUT', '/api/engines/ai-server', elsewhere)).body).toMatchObject({ has_key: false })
    expect(other.keys, 'no request had a key').toEqual(new Set([null]))
  } finally {
    await other.close()
  }
})

test("shows a trial's result, and neither stores nor uses it", async () => {
  const { models, transcript, recap } = await attempt()
  expect(models).toContain('gpt-4o-mini')
  expect([transcript, recap]).toMatchObject([{ text: 'Ten seconds of a call.' }, { text: 'Dana can ship in March.' }])
  expect((await page()).ai_server).toBeNull()
  expect(await inUse()).toEqual(['sphinx', 'extractive'])
})

test.each<[what: string, change: object, problem: string]>([
  ['a key that is refused', { key: 'sk-wrong' }, 'refused the key'],
  ['a model that is not there', { transcribe_model: 'none', analysis_model: 'none' }, 'The AI server'],
  ['an address where nothing answers', { base_url: 'http://127.0.0.1:9/v1' }, 'can’t be reached'],
])('explains in a trial the problem with %s', async (_what, change, problem) => {
  const { transcript, recap } = await attempt(change)
  expect([transcript, recap]).toEqual([
    { problem: expect.stringContaining(problem) },
    { problem: expect.stringContaining(problem) },
  ])
})

test("doesn't use a stored server that EGRESS forbids", async () => {
  const logger = createLogger('silent')
  const store = (egress: Egress) => storeOf('secret', egress, logger)
  const server = { baseUrl: 'https://ai.example.com/v1', apiKey: null, transcribeModel: 'm', analysisModel: null }
  await store(null).save(server)
  expect(await store([]).load()).toBeNull()
  expect(await store([{ host: 'ai.example.com', port: 443 }]).load()).toEqual(server)
})

test('refuses an address without a server, and keeps the previous one', async () => {
  await put()
  expect(await put({ base_url: 'http://127.0.0.1:9/v1' })).toEqual({ status: 400, body: NO_ANSWER })
  expect((await page()).ai_server).toMatchObject({ base_url: fake.baseUrl })
})

test('refuses an address with a user name and password', async () => {
  for (const userInfo of ['ann:secret@', 'ann@', ':secret@'])
    expect(await put({ base_url: fake.baseUrl.replace('//', `//${userInfo}`) }), userInfo).toMatchObject({
      status: 400,
      body: { error: { message: 'Remove the name and password from the address. Enter a key instead.' } },
    })
})

test('refuses an invalid address with a sentence', async () => {
  for (const base_url of ['localhost:11434', 'file:///etc/passwd', ''])
    expect((await put({ base_url })).status).toBe(400)
})

test('refuses an address that EGRESS forbids, and keeps the previous one', async () => {
  const apart = await startApp({ EGRESS: 'ai.example.com:8443', TRANSCRIBER: 'auto', ANALYST: 'auto' })
  try {
    const owner = await apart.signUp()
    const enter = (base_url: string) => owner.send('PUT', '/api/engines/ai-server', getServer({ base_url }))
    expect((await enter(fake.baseUrl)).status, 'this machine is not outside').toBe(200)
    for (const [address, host] of [
      ['https://api.openai.com/v1', 'api.openai.com'],
      ['https://ai.example.com/v1', 'ai.example.com'],
    ] as const) {
      const { status, body } = await enter(address)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(`EGRESS doesn’t allow connections to ${host}`)
      const trial = await owner.send('POST', '/api/engines/ai-server/trial', getServer({ base_url: address }))
      expect(trial.status).toBe(400)
    }
    expect((await enter('https://ai.example.com:8443/v1')).body, 'it is allowed, but nothing is there').toEqual(
      NO_ANSWER,
    )
  } finally {
    await apart.close()
  }
})

test('shows an AI server from the environment as read-only', async () => {
  const set = await startApp({ TRANSCRIBER: 'auto', OPENAI_API_KEY: 'sk-of-the-environment' })
  try {
    const owner = await set.signUp()
    const { ai_server } = enginesPageSchema.parse((await owner.send('GET', '/api/engines')).body)
    expect(ai_server).toMatchObject({ from: 'environment', base_url: 'https://api.openai.com/v1', has_key: true })
    for (const [method, path] of [
      ['PUT', '/api/engines/ai-server'],
      ['POST', '/api/engines/ai-server/trial'],
      ['DELETE', '/api/engines/ai-server'],
    ] as const)
      expect((await owner.send(method, path, method === 'DELETE' ? undefined : getServer())).status, path).toBe(409)
  } finally {
    await set.close()
  }
})

describe.runIf(HAS_POSTGRES)('of two processes on one database', () => {
  test('an AI server set in one is used by the other at once, until it is removed', async () => {
    const shared = {
      DATABASE_URL: await createPostgres({ migrated: true }),
      SECRET_KEY: 'secret of both processes of this test',
      TRANSCRIBER: 'auto',
      ANALYST: 'auto',
    }
    const [here, there] = [await startApp(shared), await startApp(shared)]
    try {
      const owner = await here.signUp()
      const engineThere = async () => {
        const { body } = await there.visitor('GET', '/api/capabilities')
        return capabilitiesSchema.parse(body).analysts.find(({ ready }) => ready)?.name
      }
      expect((await owner.send('PUT', '/api/engines/ai-server', getServer())).status).toBe(200)
      await expect.poll(engineThere).toBe('openai')
      expect((await owner.send('DELETE', '/api/engines/ai-server')).body).toBeNull()
      await expect.poll(engineThere).toBe('extractive')
    } finally {
      await here.close()
      await there.close()
    }
  })
})
