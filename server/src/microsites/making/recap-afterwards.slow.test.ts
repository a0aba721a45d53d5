import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { installTestLlama } from '../../analysis/models/llama-test-model.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'

/**
 * The whole product with an untrained test model in place of a language model: the real library in its real process.
 */

const LINES = [
  'Anna: We can ship the first twenty pallets in March.',
  'Ben: Then I will send you the signed contract on Friday.',
]
const getCaptions = (lines: readonly string[]) =>
  `WEBVTT\n\n${lines.map((line, i) => `${cue(i)} --> ${cue(i + 1)}\n${line}\n`).join('\n')}`
const cue = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`
/** Enough for the test model to work for some seconds. */
const LONG = Array.from({ length: 900 }, (_, i) => LINES[i % 2] ?? '')

/** The model's finding in Ben's line. */
const ANSWER = { step: { who: 'Ben', task: 'Send Anna the signed contract', when: 'on Friday' } }
const installModel = () => installTestLlama(modelsFolder, { answer: JSON.stringify(ANSWER) })

let modelsFolder: string
let app: RunningApp
let person: Person
beforeEach(async () => {
  modelsFolder = await mkdtemp(join(tmpdir(), 'recap-afterwards-'))
  app = await startApp({ DEFAULT_PLAN: 'pro', ANALYST: 'llama', MODELS_DIR: modelsFolder }, [await installModel()])
  await app.services.start(3000)
  person = await app.signUp()
})
afterEach(async () => {
  await app.close()
  await rm(modelsFolder, { recursive: true })
})

const make = async (lines: readonly string[]) =>
  ((await person.send('POST', '/api/process-meeting', { captions: getCaptions(lines) })).body as { job_id: string })
    .job_id
const read = async (id: string): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const becomes = (id: string, is: (site: Microsite) => boolean) =>
  eventually(async () => ((site) => (is(site) ? site : null))(await read(id)))
const shown = (id: string) => becomes(id, ({ status }) => status === 'active')
const rewritten = (id: string) => becomes(id, ({ status, analysing }) => status === 'active' && analysing === undefined)

test('shows a recap without a model first, then the model’s, and keeps edits made in between', async () => {
  const id = await make(LONG.slice(0, 60))
  expect(await shown(id)).toMatchObject({
    status: 'active',
    analysing: 'llama',
    engines: { analyst: 'extractive' },
    analysis_use: null,
  })
  // The model has read the transcript by then: the test model would not know one that is renamed before.
  await becomes(id, ({ analysing, progress }) => analysing === 'llama' && progress > 0)
  await person.send('PATCH', `/api/microsites/${id}`, {
    todo_list: ['Call Ben'],
    rename_speaker: { from: 'Anna', to: 'Anna Reyes' },
  })
  const site = await rewritten(id)
  expect(site).toMatchObject({
    engines: { transcriber: 'captions', analyst: 'llama' },
    // This model is untrained: it passes no trial.
    analysis_notice: expect.stringContaining('Review all of it before you share.'),
    todo_list: ['Call Ben'],
    analysis_use: { model: 'test-model' },
  })
  expect(site.transcript).toContain('Anna Reyes: We can ship')
})

test('a recording is processed while the model writes', async () => {
  const long = await make(LONG)
  await shown(long)
  const short = await make(LINES)
  expect(await shown(short)).toMatchObject({ engines: { analyst: 'extractive' } })
  expect(await read(long)).toMatchObject({ analysing: 'llama' })
})

test('a model that can’t be used leaves the first recap, with a notice', async () => {
  await writeFile(
    join(modelsFolder, 'test-model/test-model.gguf'),
    Buffer.alloc((await installModel()).files[0]?.bytes ?? 0),
  )
  const id = await make(LINES)
  await shown(id)
  expect(await rewritten(id)).toMatchObject({
    engines: { analyst: 'extractive' },
    analysis_notice: 'A recap model is damaged, so the recap hasn’t changed.',
  })
})

test('a recording with almost no speech gets no recap', async () => {
  expect(await shown(await make(['Anna: Hello.']))).not.toHaveProperty('analysing')
})
