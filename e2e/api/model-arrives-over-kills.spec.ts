import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { speechModelSchema } from '@callfolio/shared/contract/speech-model.ts'
import { readOutbox } from '../../server/src/mail/outbox.testing.ts'
import { installActivityModel, installWhisper } from '../../server/src/sherpa/speech-test-models.testing.ts'
import { startMirror, type Mirror } from '../../server/src/speech-models/mirror.testing.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/**
 * A mirror serves untrained models in the published formats. The server is killed while it fetches them, while they
 * transcribe, and at each step of replacing the draft's page.
 */
const STEPS = ['transcribe/sherpa-0', 'transcribe', 'transcript', 'analyse', 'verify']

let work: string
let call: string
let mirror: Mirror
let server: RunningServer
let ann: ApiClient
test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'model-kills-'))
  // Twelve seconds of speech and eight of silence, repeated: long enough to be transcribed in parts.
  const part = await makeMedia(
    join(work, 'part.wav'),
    '-t',
    '12',
    '-i',
    SAMPLE.video,
    '-af',
    'apad=whole_dur=20',
    '-vn',
  )
  const loop = ['-stream_loop', '6', '-i', part, '-f', 'lavfi', '-i', 'color=size=16x16:rate=1']
  call = await makeMedia(join(work, 'call.mp4'), ...loop, '-t', '140', '-map', '1:v', '-map', '0:a', '-c:a', 'aac')
  const models = [await installActivityModel(work), await installWhisper(work)]
  const files: Record<string, Buffer> = {}
  for (const { id, files: parts } of models)
    for (const { name } of parts) files[`/${id}/${name}`] = await readFile(join(work, id, name))
  mirror = await startMirror(files)
  const list = join(work, 'models.json')
  await writeFile(list, JSON.stringify(models.map((model) => ({ ...model, home: `${mirror.url}/${model.id}/` }))))
  server = await startServer({ MODELS: 'offer', MODELS_LIST: list, ANALYST: 'extractive' })
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await mirror.close()
  await rm(work, { recursive: true, force: true })
})

const model = async () => speechModelSchema.parse(await (await ann.get('/api/speech-model')).json())
const getTranscriber = async (id: string) => (await ann.microsite(id)).engines?.transcriber
const namesIn = (folder: string) => readdir(folder, { recursive: true }).catch(() => [])
async function betterMails(): Promise<number> {
  const texts = await readOutbox(join(server.dataDir, 'outbox'))
  return texts.filter((text) => text.includes('Subject: Better transcript')).length
}

test('kills during fetch, transcription and swap lose and duplicate nothing of a draft', async () => {
  mirror.faults.push('stall')
  expect((await ann.post('/api/speech-model', { action: 'fetch' })).status).toBe(200)
  const id = await ann.process({ video_url: await ann.upload(call), title: 'A call' })
  const draft = await ann.finished(id)
  expect(draft).toMatchObject({ status: 'active', until_model: 'draft', engines: { transcriber: 'sphinx' } })
  await fetch(`${server.url}/api/microsites/${id}`, {
    method: 'PATCH',
    headers: { 'authorization': `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ summary: 'By hand.' }),
  })
  const link = await ann.post('/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
  const token = ((await link.json()) as { share_url: string }).share_url.split('/').at(-1)

  expect((await model()).state).toBe('fetching')
  await server.kill()
  await server.start()
  const stages = join(server.dataDir, 'uservideos', ann.userId, 'derived', id, 'stages')
  const killedAt: string[] = []
  for (const step of STEPS) {
    // The stages of the second run have their own folder.
    const isThere = async () => (await namesIn(stages)).some((name) => /^[^/]+\/(.+)\.json$/.exec(name)?.[1] === step)
    const isDone = async () => (await getTranscriber(id).catch(() => null)) === 'sherpa'
    while (!(await isThere()) && !(await isDone())) await delay(5)
    if (await isDone()) break
    await server.kill()
    killedAt.push(step)
    await server.start()
  }
  expect(killedAt.slice(0, 3)).toEqual(STEPS.slice(0, 3))
  await waitFor(async () => (await getTranscriber(id)) === 'sherpa', 'the page to be heard again')
  const better = await ann.finished(id)
  expect(better).toMatchObject({ status: 'active', summary: 'By hand.', title: 'A call', error_message: null })
  expect([better.until_model, better.transcript_info?.draft]).toEqual([undefined, false])
  const starts = better.segments.map(({ start_ms }) => start_ms)
  expect(starts, 'no line is there twice').toEqual([...new Set(starts)].toSorted((a, b) => a - b))
  expect(new Set(starts.map((ms) => Math.floor(ms / 20_000))), 'each stretch of speech is there').toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6]),
  )
  const { microsites } = (await (await ann.get('/api/microsites')).json()) as { microsites: unknown[] }
  expect(microsites).toHaveLength(1)
  const { used } = (await (await ann.get('/api/usage')).json()) as { used: number }
  expect(used, 'a page that is heard again counts once').toBe(1)
  const shared = await fetch(`${server.url}/s/${token}`)
  expect([shared.status, (await shared.text()).includes('By hand.')]).toEqual([200, true])
  await waitFor(async () => (await betterMails()) > 0, 'the owner to be told')
  await server.kill()
  await server.start()
  expect(await betterMails()).toBe(1)
  expect((await model()).state).toBe('idle')
  const whole = mirror.asked.filter(({ range }) => range === undefined).map(({ path }) => path)
  expect(whole, 'no file is fetched twice').toEqual([...new Set(whole)])
})
