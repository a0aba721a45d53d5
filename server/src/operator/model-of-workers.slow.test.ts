import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { engineTrialSchema, speechModelSchema } from '@callfolio/shared/contract/speech-model.ts'
import { startFakeS3 } from '../../../e2e/fakes/s3/s3.ts'
import { createFixtureMaker, installedFfmpeg } from '../media/fixtures.testing.ts'
import { SAMPLE_VIDEO } from '../microsites/making/sample-call.ts'
import { installFetchable } from '../sherpa/speech-test-models.testing.ts'
import type { Model } from '../speech-models/manifest.ts'
import { startMirror, type Mirror } from '../speech-models/mirror.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'

/** A web process, a worker that fetches the speech model at its start, and a worker that doesn't. */
describe.runIf(HAS_POSTGRES)('a speech model that one of two workers fetches', () => {
  let root: string
  let clip: Buffer
  let models: Model[]
  let files: Record<string, Buffer>
  let bucket: Awaited<ReturnType<typeof startFakeS3>>
  let mirror: Mirror
  let shared: Record<string, string>
  let web: RunningApp
  let fetching: RunningApp
  let other: RunningApp
  let running: RunningApp[]
  let person: Person
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'model-of-workers-'))
    const fixtures = createFixtureMaker(await installedFfmpeg(), root)
    clip = await readFile(await fixtures.make('clip.mp4', '-i', SAMPLE_VIDEO, '-t', '12', '-c', 'copy'))
    ;({ models, files } = await installFetchable(root))
  })
  afterAll(() => rm(root, { recursive: true }))
  beforeEach(async () => {
    bucket = await startFakeS3()
    mirror = await startMirror(files)
    // Half of the first file arrives, then the download stalls.
    mirror.faults.push('stall')
    running = []
    shared = {
      DATABASE_URL: await createPostgres({ migrated: true }),
      SECRET_KEY: 'secret of the processes of this test',
      ...bucket.settings,
      DEFAULT_PLAN: 'pro',
      TRANSCRIBER: 'auto',
      MODELS_FROM: mirror.url,
    }
    web = await start({ ROLE: 'web' })
    fetching = await start({ ROLE: 'worker', MODELS: 'auto' })
    await eventually(async () => mirror.asked.length > 0)
    other = await start({ ROLE: 'worker' })
    person = await web.signUp()
  })
  afterEach(async () => {
    for (const app of running) await app.close()
    await mirror.close()
    await bucket.close()
  })

  async function start(settings: Record<string, string>): Promise<RunningApp> {
    const app = await startApp({ ...shared, MODELS_DIR: await mkdtemp(join(root, 'here-')), ...settings }, models)
    running.push(app)
    await app.services.start(3000)
    return app
  }
  const model = async () => speechModelSchema.parse((await person.send('GET', '/api/speech-model')).body)
  const act = async (action: 'fetch' | 'pause') => {
    const { status, body } = await person.send('POST', '/api/speech-model', { action })
    expect(status).toBe(200)
    return speechModelSchema.parse(body)
  }
  const read = async (id: string): Promise<Microsite> =>
    micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
  async function sendWaiting(): Promise<string> {
    const path = await new Promise<string | undefined>((resolve, reject) => {
      new Upload(clip, {
        endpoint: `${web.url}/files`,
        headers: { Authorization: `Bearer ${person.token}` },
        metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path')),
        onError: reject,
      }).start()
    })
    const body = { title: 'A call', video_url: path, until_model: 'wait' }
    return ((await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }).job_id
  }

  test('is awaited by recordings sent to any process, whichever worker does the housekeeping', async () => {
    const id = await sendWaiting()
    await other.services.tidy()
    expect(await read(id)).toMatchObject({ status: 'processing', until_model: 'wait' })
    mirror.cutOff()
    const made = await eventually(async () => ((site) => site.status === 'active' && site)(await read(id)))
    expect(made.transcript_info).toMatchObject({ source: 'sherpa', draft: false })
  })

  test('is shown, paused and resumed by the web process, and no other worker starts a fetch', async () => {
    expect(await model()).toMatchObject({ state: 'fetching', installed: null, operator: true, drafts: 0 })
    const id = await sendWaiting()
    const paused = await act('pause')
    expect([paused.state, paused.done_bytes > 0]).toEqual(['paused', true])
    expect((await read(id)).until_model, 'a paused download holds up no call').toBe('draft')
    const stored = await readFile(join(fetching.folder, 'model-fetch.json'), 'utf8')
    expect(JSON.parse(stored)).toMatchObject({ paused: true })
    expect((await act('fetch')).state).not.toBe('paused')
    await eventually(async () => (await model()).installed !== null)
    expect(await readdir(other.folder)).not.toContain('model-fetch.json')
  })

  test('is used for a trial at the web process once it has arrived', async () => {
    expect(engineTrialSchema.parse((await person.send('POST', '/api/engines/trial')).body).engine).toBe('sphinx')
    mirror.cutOff()
    await eventually(async () => (await model()).installed !== null)
    expect(engineTrialSchema.parse((await person.send('POST', '/api/engines/trial')).body).engine).toBe('sherpa')
    await other.close()
    await fetching.close()
    running = [web]
    const { status, body } = await person.send('POST', '/api/engines/trial')
    expect([status, body]).toMatchObject([409, { error: { message: expect.stringContaining('No worker') } }])
  })
})
