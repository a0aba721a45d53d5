import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Upload } from '@tus/server'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../../../e2e/fakes/openai.ts'
import type { QuotaApproved } from '../billing/approve-microsite.ts'
import { createFixtureMaker, installedFfmpeg } from '../media/fixtures.testing.ts'
import { openPipelineFixture, scriptedTranscriber } from '../pipeline/pipeline-fixture.testing.ts'
import { earlySpeechFolder } from '../storage/keys.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import type { Transcriber } from '../transcription/transcriber.ts'
import { EARLY_SPEECH_JOB } from './early-speech.ts'
import { removeUpload } from './remove-upload.ts'
import { reserveUpload } from './reserve-upload.ts'
import { idOfKey, keyOfSegment } from './upload-id.ts'
import { openUploadServer } from './upload-server.testing.ts'

/** The whole product with a fake speech service: received parts of an upload are transcribed before its last byte. */

/** The service gets 32 kbit/s. */
const BYTES_PER_SECOND = 4000
const SAID = 'Hello and welcome to the call.'
const SECONDS = 300

let folder: string
let sound: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'early-speech-'))
  const fixtures = createFixtureMaker(await installedFfmpeg(), folder)
  const tones = `aevalsrc='0.5*sin(2*PI*300*t)*lt(mod(t,4),3)':s=48000:d=${SECONDS}`
  sound = await readFile(await fixtures.pipe('call.webm', '-f', 'lavfi', '-i', tones, '-c:a', 'libopus', '-f', 'webm'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

let fake: FakeOpenAi
let app: RunningApp
let person: Person
/** ms until the service responds. */
let delay: number
beforeEach(async () => {
  delay = 0
  fake = await startFakeOpenAi({
    delay: () => delay,
    transcribe: () => ({ text: SAID, language: 'en', segments: [{ start: 1, end: 2, text: SAID }] }),
  })
  const service = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, TRANSCRIBER: 'openai' }
  app = await startApp({ ...service, DEFAULT_PLAN: 'free' })
  await app.services.start(3000)
  person = await app.signUp()
})
afterEach(async () => {
  await app.close()
  await fake.close()
})

const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(new URL(path, app.url), {
    method,
    headers: { 'authorization': `Bearer ${person.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Starts an upload of unknown length. @returns its path. */
async function begin(metadata = `speech ${encoded('Pallets')}`): Promise<string> {
  const headers = { 'upload-defer-length': '1', 'upload-metadata': `filename ${encoded('call.webm')},${metadata}` }
  return (await tus('POST', '/files', headers)).headers.get('location') ?? ''
}

/** Sends the bytes of a range; `last` with the length. */
async function send(path: string, from: number, to: number, last = to === sound.length): Promise<Response> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
  const length: Record<string, string> = last ? { 'upload-length': String(to) } : {}
  const response = await tus('PATCH', path, { ...headers, ...length }, sound.subarray(from, to))
  expect(response.status).toBe(204)
  return response
}

const getKey = (path: string) => keyOfSegment(path.split('/').at(-1) ?? '') ?? ''
const uploadRow = async (path: string) => {
  const { uploads } = app.database.schema
  return (
    await app.database
      .select()
      .from(uploads)
      .where(eq(uploads.key, getKey(path)))
  )[0]
}
const jobs = async () => {
  const { jobs: table } = app.database.schema
  return app.database.select().from(table).where(eq(table.kind, EARLY_SPEECH_JOB))
}
/** Waits until everything received is processed: the next part waits for more, or there is none. */
const settled = (path: string) =>
  eventually(async () => {
    const [job] = await jobs()
    const at = (await uploadRow(path))?.speechAt ?? null
    return job?.status === 'done' && (at === null || at > new Date())
  })
const partsOnDisk = async () =>
  (await readdir(join(app.folder, 'uservideos'), { recursive: true })).filter((name) => name.includes('.speech/'))
const secondsTranscribed = () => fake.speech.reduce((sum, { file }) => sum + file.bytes.length / BYTES_PER_SECOND, 0)

async function finished(video_url: string) {
  const { body } = await person.send('POST', '/api/process-meeting', { video_url })
  const id = (body as { job_id: string }).job_id
  return eventually(async () => {
    const site = micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
    return site.status === 'active' && site
  })
}

test('transcribes a recording while it arrives, and only once', async () => {
  const path = await begin()
  const most = Math.floor(sound.length * 0.9)
  await send(path, 0, most)
  await settled(path)
  const early = fake.speech.length
  expect(early).toBeGreaterThan(1)
  expect(fake.speech[0]?.prompt).toBe('Pallets')
  expect(fake.speech[1]?.prompt).toBe(`Pallets ${SAID}`)
  expect((await partsOnDisk()).length).toBe(early)
  await send(path, most, sound.length)
  const site = await finished(getKey(path))
  expect(site.segments.length).toBe(fake.speech.length)
  expect(fake.speech.length).toBe(early + 1)
  expect(Math.abs(secondsTranscribed() - SECONDS)).toBeLessThan(2)
  expect(site.segments.map(({ start_ms }) => start_ms)).toEqual(
    site.segments.map(({ start_ms }) => start_ms).toSorted((a, b) => a - b),
  )
  expect(await partsOnDisk()).toEqual([])
})

test('gives the service the names of earlier calls with the same company', async () => {
  const captions = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Dana Reyes>We ship the pallets in March.'
  await person.send('POST', '/api/process-meeting', { title: 'Northwind demo', captions })
  await eventually(async () => {
    const { body } = await person.send('GET', '/api/microsites')
    return (body as { microsites: { status: string }[] }).microsites[0]?.status === 'active'
  })
  const path = await begin(`speech ${encoded('Pricing call with Northwind')}`)
  await send(path, 0, Math.floor(sound.length * 0.9))
  await eventually(async () => fake.speech.length > 0)
  expect(fake.speech[0]?.prompt).toBe('Pricing call with Northwind. Dana Reyes')
})

test('transcribes nothing before the end of an upload whose client does not ask for it', async () => {
  const path = await begin('filetype dmlkZW8vd2VibQ==')
  await send(path, 0, sound.length - 1, false)
  await send(path, sound.length - 1, sound.length)
  expect(await jobs()).toEqual([])
  expect((await finished(getKey(path))).segments.length).toBe(fake.speech.length)
})

test('ends the request and deletes all parts when the upload is discarded', async () => {
  delay = 600_000
  const path = await begin()
  await send(path, 0, sound.length - 1, false)
  await eventually(async () => fake.speech.length > 0)
  expect((await tus('DELETE', path, {})).status).toBe(204)
  await eventually(async () => (await readdir(join(app.folder, 'work'))).length === 0)
  expect([await jobs(), await partsOnDisk(), await uploadRow(path)]).toEqual([[], [], undefined])
})

test('stops with the server, and continues with the same part at its next start', async () => {
  delay = 600_000
  const path = await begin()
  await send(path, 0, sound.length - 1, false)
  await eventually(async () => fake.speech.length > 0)
  await app.services.stop()
  expect(await jobs()).toMatchObject([{ status: 'queued', attempt: 0, stops: 0 }])
  expect([await readdir(join(app.folder, 'work')), await partsOnDisk()]).toEqual([[], []])
})

test('transcribes nothing early once the month is used up', async () => {
  const path = await begin()
  for (const text of ['One', 'Two', 'Three'])
    await person.send('POST', '/api/process-meeting', { captions: `Ann: ${text}.` })
  await send(path, 0, sound.length - 1, false)
  await settled(path)
  expect([fake.speech, await uploadRow(path)]).toMatchObject([[], { speechAt: null }])
})

test('allows no more early parts in a month than its recordings could have', async () => {
  const { quotas } = app.database.schema
  const path = await begin()
  // Three recordings of twenty minutes.
  await app.database.insert(quotas).values({
    userId: person.userId,
    kind: 'speech_parts',
    period: new Date().toISOString().slice(0, 7),
    used: 59,
  })
  await send(path, 0, sound.length - 1, false)
  await settled(path)
  expect([fake.speech.length, await uploadRow(path)]).toMatchObject([1, { speechAt: null }])
})

test('does not check a slow upload for every byte', async () => {
  const path = await begin()
  await send(path, 0, 200_000)
  await settled(path)
  const row = await uploadRow(path)
  expect(row?.speechAt?.getTime()).toBeGreaterThan(row?.createdAt.getTime() ?? Infinity)
  expect(row?.speechAtBytes).toBe(200_000 + 64 * 1024)
  // It is due, but hardly any bytes have arrived.
  const { uploads, jobs: table } = app.database.schema
  await app.database
    .update(uploads)
    .set({ speechAt: new Date(0) })
    .where(eq(uploads.key, getKey(path)))
  await app.database.update(table).set({ status: 'failed' })
  await send(path, 200_000, 200_010)
  expect(await jobs()).toMatchObject([{ status: 'failed' }])
  await send(path, 200_010, 300_000)
  await eventually(async () => (await jobs())[0]?.status === 'done')
})

test('leaves audio that the service refuses to the full transcription', async () => {
  // Also refused without word timestamps.
  const refusal = { status: 400, message: 'This file is not supported.' }
  fake.failNext(refusal, refusal)
  const path = await begin()
  await send(path, 0, sound.length - 1, false)
  await eventually(async () => (await jobs())[0]?.status === 'failed')
  await eventually(async () => (await uploadRow(path))?.speechAt === null)
  await send(path, sound.length - 1, sound.length)
  expect((await finished(getKey(path))).segments.length).toBeGreaterThan(0)
})

test('ends the engine at once on removal, not when its lease is found lost', async () => {
  const [server, fixture] = [await openUploadServer(), await openPipelineFixture()]
  try {
    const { deps } = server
    const { userId } = await server.signUp()
    const key = await reserveUpload(deps, userId, {
      metadata: { filename: 'call.webm', speech: '' },
      size: null,
    })
    await deps.store.datastore.create(new Upload({ id: key, offset: 0 }))
    await deps.storage.write(key, sound)
    const begun = Promise.withResolvers<void>()
    const transcriber: Transcriber = {
      ...scriptedTranscriber([]),
      transcribe: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          begun.resolve()
        }),
    }
    const handler = deps.speech.handler({
      ...fixture.parts,
      storage: deps.storage,
      transcribers: [transcriber],
      plan: async () => PLANS.pro,
      approve: async () => ({ userId, period: '2026-11', limit: 100 }) as QuotaApproved,
      assertMonthlyLimit: async () => {},
      likelyNames: async () => [],
      measured: async () => {},
    })
    const { signal } = new AbortController()
    const run = handler.run({ id: idOfKey(key), attempt: 1, lane: 'long', signal, advance: async () => {} })
    await begun.promise
    await removeUpload(deps, key)
    await run
    expect(await deps.storage.list(earlySpeechFolder(key))).toEqual([])
  } finally {
    await fixture.close()
    await server.close()
  }
})
