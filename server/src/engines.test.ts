import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config/config.ts'
import { createEngines } from './engines.ts'
import { createLogger } from './kernel/logger.ts'

async function pick(settings: Record<string, string>) {
  const engines = await createEngines(parseConfig(settings), createLogger('silent'))
  const { transcribers, analysts } = await engines.statuses()
  const named = (statuses: typeof analysts) => statuses.map(({ name, ready }) => (ready ? name : `${name} (missing)`))
  return { used: [...engines.transcribers.map(({ name }) => name), engines.analyst.name], transcribers: named(transcribers), analysts: named(analysts) }
}

const OWN_SERVER = { OPENAI_BASE_URL: 'http://localhost:8000/v1' }

test('without an AI server everything stays on this machine, and it is told what is missing', async () => {
  expect(await pick({})).toEqual({
    used: ['sherpa', 'sphinx', 'extractive'],
    transcribers: ['sherpa (missing)', 'sphinx', 'openai (missing)'],
    analysts: ['extractive', 'openai (missing)'],
  })
})

test('an AI server that is set up comes before the built-in engines', async () => {
  expect(await pick(OWN_SERVER)).toEqual({ used: ['openai', 'sherpa', 'sphinx', 'openai'], transcribers: ['openai', 'sherpa (missing)', 'sphinx'], analysts: ['openai'] })
})

test('an engine that the operator named is the only one', async () => {
  expect((await pick({ ...OWN_SERVER, TRANSCRIBER: 'sphinx', ANALYST: 'extractive' })).used).toEqual(['sphinx', 'extractive'])
  expect((await pick({ ...OWN_SERVER, TRANSCRIBER: 'openai' })).used).toEqual(['openai', 'openai'])
  expect(await pick({ TRANSCRIBER: 'none' })).toMatchObject({ used: ['extractive'], transcribers: [] })
})

test('a place where ffmpeg is not is refused with one sentence that names the settings', async () => {
  const refused = createEngines(parseConfig({ FFMPEG_PATH: '/nowhere/ffmpeg' }), createLogger('silent'))
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/FFMPEG_PATH/)
})
