import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const SAID = 'Hello and welcome to the call.'
const SECONDS = 300
/** Audio sent to a speech service has 32 kbit/s. */
const BYTES_PER_SECOND = 4000
/** The requests in which the server is killed: the first part, and one after finished parts. */
const KILLED_IN = [1, 3]

let work: string
let fake: FakeOpenAi
let server: RunningServer
let ann: ApiClient
let call: Buffer
/** The request from which on the service doesn't answer. */
let silentFrom = Infinity
test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-early-'))
  const tones = `aevalsrc='0.5*sin(2*PI*300*t)*lt(mod(t,4),3)':s=48000:d=${SECONDS}`
  const path = join(work, 'call.webm')
  // As a recorder writes it: without a length.
  call = await readFile(
    await makeMedia(path, '-f', 'lavfi', '-i', tones, '-c:a', 'libopus', '-f', 'webm', '-live', '1'),
  )
  fake = await startFakeOpenAi({
    delay: () => (fake.speech.length >= silentFrom ? 600_000 : 0),
    transcribe: () => ({ text: SAID, language: 'en', segments: [{ start: 1, end: 2, text: SAID }] }),
  })
  const service = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, TRANSCRIBER: 'openai' }
  server = await startServer({ ...service, ANALYST: 'extractive' })
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
  await rm(work, { recursive: true, force: true })
})

const tus = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(new URL(path, server.url), {
    method,
    headers: { 'authorization': `Bearer ${ann.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })

async function begin(): Promise<string> {
  const filename = Buffer.from('call.webm').toString('base64')
  const headers = { 'upload-defer-length': '1', 'upload-metadata': `filename ${filename},speech` }
  return (await tus('POST', '/files', headers)).headers.get('location') ?? ''
}

async function send(path: string, from: number, to: number): Promise<void> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
  const length: Record<string, string> = to === call.length ? { 'upload-length': String(to) } : {}
  expect((await tus('PATCH', path, { ...headers, ...length }, call.subarray(from, to))).status).toBe(204)
}

const partsOnDisk = async () =>
  (await readdir(join(server.dataDir, 'uservideos'), { recursive: true })).filter((name) => name.includes('.speech/'))
    .length
const transcribed = () => fake.speech.splice(0).map(({ file }) => Math.round(file.bytes.length / BYTES_PER_SECOND))
const texts = ({ segments }: Microsite) => segments.map(({ start_ms, end_ms, text }) => ({ start_ms, end_ms, text }))

/** Uploads the call as a recorder does: `early` bytes, then the rest once `betweenParts` resolves. @returns its page. */
async function sendCall(early: number, betweenParts: () => Promise<void>): Promise<Microsite> {
  const path = await begin()
  const most = Math.floor(call.length * 0.9)
  await send(path, 0, most)
  await betweenParts()
  await waitFor(async () => (await partsOnDisk()) === early, 'the parts that have arrived to be transcribed')
  await send(path, most, call.length)
  const video_url = Buffer.from(path.split('/').at(-1) ?? '', 'base64url').toString()
  return ann.finished(await ann.process({ video_url }))
}

test('a killed server redoes only the interrupted part of a growing upload, and the page is identical', async () => {
  const undisturbed = await sendCall(3, async () => {})
  expect(undisturbed.status).toBe('active')
  const parts = transcribed()
  expect(parts.length, 'three parts and the rest').toBe(4)

  // Each kill causes one repeated request.
  const requests = KILLED_IN.map((part, kills) => part + kills)
  const [first = Infinity, ...later] = requests
  silentFrom = first
  const disturbed = await sendCall(3, async () => {
    for (const [kills, request] of requests.entries()) {
      await waitFor(async () => fake.speech.length === request, `request ${request}`)
      expect(await partsOnDisk(), 'what is done stays done').toBe(Number(KILLED_IN[kills]) - 1)
      await server.kill()
      silentFrom = later[kills] ?? Infinity
      await server.start()
    }
  })
  expect(disturbed.status).toBe('active')
  expect(texts(disturbed)).toEqual(texts(undisturbed))
  expect(transcribed()).toEqual(parts.flatMap((part, index) => (KILLED_IN.includes(index + 1) ? [part, part] : [part])))
  expect(await partsOnDisk(), 'they go with the upload').toBe(0)
})
