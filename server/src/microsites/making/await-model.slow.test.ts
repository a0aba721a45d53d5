import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { speechModelSchema } from '@callfolio/shared/contract/speech-model.ts'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { readOutbox } from '../../mail/outbox.testing.ts'
import { createFixtureMaker, installedFfmpeg } from '../../media/fixtures.testing.ts'
import { installFetchable } from '../../sherpa/speech-test-models.testing.ts'
import type { Model } from '../../speech-models/manifest.ts'
import { startMirror, type Mirror } from '../../speech-models/mirror.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { SAMPLE_VIDEO } from './sample-call.ts'

/** The whole product with generated test models, run by its real library, and a mirror that can be paused. */

let root: string
let clip: Buffer
let models: Model[]
let files: Record<string, Buffer>
let mirror: Mirror
let app: RunningApp
let person: Person
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'await-model-'))
  const fixtures = createFixtureMaker(await installedFfmpeg(), root)
  clip = await readFile(await fixtures.make('clip.mp4', '-i', SAMPLE_VIDEO, '-t', '12', '-c', 'copy'))
  ;({ models, files } = await installFetchable(root))
})
afterAll(() => rm(root, { recursive: true }))
beforeEach(async () => {
  mirror = await startMirror(files)
  app = await startApp(
    {
      DEFAULT_PLAN: 'pro',
      TRANSCRIBER: 'auto',
      MODELS_FROM: mirror.url,
      MODELS_DIR: await mkdtemp(join(root, 'here-')),
    },
    models,
  )
  await app.services.start(3000)
  person = await app.signUp()
})
afterEach(async () => {
  await app.close()
  await mirror.close()
})

const model = async (who = person) => speechModelSchema.parse((await who.send('GET', '/api/speech-model')).body)
const act = (action: 'fetch' | 'pause') => person.send('POST', '/api/speech-model', { action })
/** The mirror sends half of the first file, then stalls. */
async function beginHeldUp(): Promise<void> {
  mirror.faults.push('stall')
  await act('fetch')
}
async function arrive(): Promise<void> {
  await act('pause')
  await act('fetch')
  await eventually(async () => (await model()).state === 'idle')
}
const read = async (id: string): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const becomes = (id: string, is: (site: Microsite) => boolean) =>
  eventually(async () => ((site) => (is(site) ? site : null))(await read(id)))
const madeBy = (id: string, source: string) =>
  becomes(id, ({ status, transcript_info: info }) => status === 'active' && info?.source === source)

async function send(choice?: UntilModel): Promise<string> {
  const path = await new Promise<string | undefined>((resolve, reject) => {
    new Upload(clip, {
      endpoint: `${app.url}/files`,
      headers: { Authorization: `Bearer ${person.token}` },
      metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path')),
      onError: reject,
    }).start()
  })
  const body = { title: 'A call', video_url: path, ...(choice && { until_model: choice }) }
  return ((await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }).job_id
}
async function mails(): Promise<string[]> {
  const all = await readOutbox(join(app.folder, 'outbox'))
  return all.filter((text) => text.includes('Subject: Better transcript'))
}

test('transcribes a draft again when the model arrives, keeps edits, and notifies its owner once', async () => {
  await beginHeldUp()
  const id = await send()
  const draft = await madeBy(id, 'sphinx')
  expect(draft).toMatchObject({ until_model: 'draft', transcript_info: { draft: true } })
  await person.send('PATCH', `/api/microsites/${id}`, { summary: 'By hand.' })
  const link = await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
  const token = (link.body as { share_url: string }).share_url.split('/').at(-1)
  await arrive()
  const better = await madeBy(id, 'sherpa')
  expect(better).toMatchObject({
    title: 'A call',
    summary: 'By hand.',
    error_message: null,
    transcript_info: { draft: false, notice: 'Replaced the draft when the speech model was ready.' },
  })
  expect(better.until_model).toBeUndefined()
  expect(better.segments[0]?.text).toContain('voice')
  expect((await app.visitor('POST', '/api/get-shared-microsite', { token })).status).toBe(200)
  await eventually(async () => (await mails()).length > 0)
  await app.services.start(3000)
  expect([(await mails()).length, (await read(id)).status]).toEqual([1, 'active'])
})

test('processes a waiting recording only once the model is installed, and makes no draft', async () => {
  await beginHeldUp()
  const id = await send('wait')
  const started = await send('wait')
  expect(await read(id)).toMatchObject({
    status: 'processing',
    until_model: 'wait',
    step_detail: 'waiting for the speech model',
  })
  expect((await person.send('POST', `/api/microsites/${started}/start-with-draft`)).status).toBe(200)
  expect(await madeBy(started, 'sphinx')).toMatchObject({ until_model: 'draft' })
  expect((await person.send('POST', `/api/microsites/${started}/start-with-draft`)).status).toBe(409)
  expect((await (await app.signUp()).send('POST', `/api/microsites/${id}/start-with-draft`)).status).toBe(404)
  expect(await read(id)).toMatchObject({ status: 'processing', step_detail: 'waiting for the speech model' })
  await arrive()
  await madeBy(started, 'sherpa')
  expect((await madeBy(id, 'sherpa')).transcript_info?.draft).toBe(false)
})

test('ends the wait when the download is paused', async () => {
  await beginHeldUp()
  const id = await send('wait')
  await act('pause')
  expect(await madeBy(id, 'sphinx')).toMatchObject({ until_model: 'draft' })
})

test('offers existing drafts to their owner, and transcribes them again on request', async () => {
  const id = await send('wait')
  await madeBy(id, 'sphinx')
  expect((await read(id)).until_model, 'no model is on its way').toBeUndefined()
  expect((await person.send('POST', '/api/speech-model/drafts')).status, 'there is no model').toBe(409)
  await act('fetch')
  await eventually(async () => (await model()).installed !== null && (await model()).state === 'idle')
  const other = await app.signUp()
  expect([(await model()).drafts, (await model(other)).drafts]).toEqual([1, 0])
  expect((await read(id)).transcript_info?.source, 'only on request').toBe('sphinx')
  expect((await other.send('POST', '/api/speech-model/drafts')).body).toEqual({ drafts: 0 })
  expect((await person.send('POST', '/api/speech-model/drafts')).body).toEqual({ drafts: 1 })
  await madeBy(id, 'sherpa')
  expect((await model()).drafts).toBe(0)
})
