import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installTestLlama } from '../analysis/models/llama-test-model.testing.ts'
import { parseConfig } from '../config/config.ts'
import { ConfigError } from '../kernel/errors.ts'
import { createEngines } from './create-engines.ts'
import { createLogger } from '../kernel/logger.ts'
import { createTaskRunner } from '../tasks/task-runner.ts'

const tasks = createTaskRunner({ maxWorkers: 1 })
afterAll(() => tasks.close())

async function pick(settings: Record<string, string>) {
  const engines = await createEngines(parseConfig(settings), createLogger('silent'), { tasks })
  const { transcribers, analysts } = await engines.statuses()
  const named = (statuses: typeof analysts) => statuses.map(({ name, ready }) => (ready ? name : `${name} (missing)`))
  return {
    used: [
      ...transcribers.filter(({ note }) => !note?.startsWith('Not set up')).map(({ name }) => name),
      engines.analyst.name,
    ],
    transcribers: named(transcribers),
    analysts: named(analysts),
  }
}

const OWN_SERVER = { OPENAI_BASE_URL: 'http://localhost:8000/v1' }

test('stays on this machine without an AI server, and reports what is missing', async () => {
  expect(await pick({})).toEqual({
    used: ['sherpa', 'sphinx', 'extractive'],
    transcribers: ['sherpa (missing)', 'sphinx', 'openai (missing)'],
    analysts: ['llama (missing)', 'extractive', 'openai (missing)'],
  })
})

test('reruns recaps with an installed recap model, unless an AI server is set or it is disabled', async () => {
  const MODELS_DIR = await mkdtemp(join(tmpdir(), 'engines-'))
  try {
    const models = [await installTestLlama(MODELS_DIR)]
    const used = async (settings: Record<string, string>) => {
      const engines = await createEngines(parseConfig({ MODELS_DIR, ...settings }), createLogger('silent'), {
        models,
        tasks,
      })
      return [
        engines.analyst.name,
        await engines.afterwards(),
        (await engines.statuses()).analysts.find(({ ready }) => ready)?.name,
      ]
    }
    expect(await used({})).toEqual(['extractive', 'llama', 'llama'])
    expect(await used({ ...OWN_SERVER, ANALYST: 'llama' })).toEqual(['extractive', 'llama', 'llama'])
    expect(await used(OWN_SERVER)).toEqual(['openai', null, 'openai'])
    expect(await used({ ANALYST: 'extractive' })).toEqual(['extractive', null, 'extractive'])
    expect(await used({ ANALYST: 'llama', MODELS_DIR: join(MODELS_DIR, 'nothing') })).toEqual([
      'extractive',
      null,
      'extractive',
    ])
  } finally {
    await rm(MODELS_DIR, { recursive: true })
  }
})

test('prefers a configured AI server to the built-in engines', async () => {
  expect(await pick(OWN_SERVER)).toEqual({
    used: ['openai', 'sherpa', 'sphinx', 'openai'],
    transcribers: ['openai', 'sherpa (missing)', 'sphinx'],
    analysts: ['openai'],
  })
})

test('uses only the engine that the operator named', async () => {
  expect((await pick({ ...OWN_SERVER, TRANSCRIBER: 'sphinx', ANALYST: 'extractive' })).used).toEqual([
    'sphinx',
    'extractive',
  ])
  expect((await pick({ ...OWN_SERVER, TRANSCRIBER: 'openai' })).used).toEqual(['openai', 'openai'])
  expect(await pick({ TRANSCRIBER: 'none' })).toMatchObject({ used: ['extractive'], transcribers: [] })
})

test('prefers voice separation models to clustering, for every transcriber', async () => {
  for (const settings of [{}, OWN_SERVER, { TRANSCRIBER: 'sphinx' }]) {
    const { diarisers } = await createEngines(parseConfig(settings), createLogger('silent'), { tasks })
    expect(diarisers.map(({ name }) => name)).toEqual(['sherpa', 'clustering'])
  }
})

test('reports model usage per hour of call, and costs only if prices are set', async () => {
  const hours = async (settings: Record<string, string>) => {
    const { transcribers, analysts } = await (
      await createEngines(parseConfig(settings), createLogger('silent'), { tasks })
    ).statuses()
    return {
      speech: transcribers[0]?.hour,
      others: transcribers.slice(1).map(({ hour }) => hour),
      analysis: analysts[0]?.hour,
    }
  }
  const { speech, others, analysis } = await hours(OWN_SERVER)
  expect(speech).toEqual({ model: 'whisper-1', tokens: null, dollars: null })
  expect(
    others.filter((hour) => hour !== undefined),
    'local engines send no requests',
  ).toEqual([])
  expect(analysis).toEqual({
    model: 'gpt-4o-mini',
    tokens: expect.any(Number),
    least_tokens: expect.any(Number),
    dollars: null,
    second_reading: true,
  })
  expect(analysis?.tokens).toBeGreaterThan(20_000)
  const { speech: pricedSpeech, analysis: priced } = await hours({
    ...OWN_SERVER,
    OPENAI_TRANSCRIBE_PRICE: '0.006',
    OPENAI_ANALYSIS_PRICE: '1/2',
  })
  expect(pricedSpeech?.dollars).toBeCloseTo(0.36)
  expect(priced?.dollars).toBeGreaterThan((analysis?.tokens ?? 0) / 1_000_000)
  expect(priced?.dollars).toBeLessThan((2 * (analysis?.tokens ?? 0)) / 1_000_000)
})

test('includes a second reading in the report, which can be switched off', async () => {
  const analyst = async (settings: Record<string, string>) =>
    (
      await (
        await createEngines(parseConfig({ ...OWN_SERVER, ...settings }), createLogger('silent'), { tasks })
      ).statuses()
    ).analysts[0]
  const [on, off] = [await analyst({}), await analyst({ OPENAI_SECOND_READING: 'off' })]
  expect([on?.note, off?.note].map((note) => note?.includes('checks its items a second time'))).toEqual([true, false])
  expect(off?.hour?.second_reading).toBeUndefined()
  expect(on?.hour?.tokens).toBeGreaterThan(1.3 * (off?.hour?.tokens ?? 0))
  expect(() => parseConfig({ OPENAI_SECOND_READING: 'maybe' })).toThrow('The setting OPENAI_SECOND_READING is invalid')
})

test.each([
  { OPENAI_TRANSCRIBE_PRICE: 'cheap' },
  { OPENAI_TRANSCRIBE_PRICE: '-1' },
  { OPENAI_ANALYSIS_PRICE: '0.15' },
  { OPENAI_ANALYSIS_PRICE: '0.15/free' },
])('refuses an invalid price at the start: %j', (settings) => {
  expect(() => parseConfig(settings)).toThrow(`The setting ${Object.keys(settings)[0]} is invalid`)
})

test('refuses a wrong ffmpeg path with one sentence that names the settings', async () => {
  const refused = createEngines(parseConfig({ FFMPEG_PATH: '/nowhere/ffmpeg' }), createLogger('silent'), { tasks })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/FFMPEG_PATH/)
})
