import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { CAPABILITIES_PATH, capabilitiesSchema, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { parseConfig } from '../config/config.ts'
import { createLogger } from '../kernel/logger.ts'
import { createServices } from '../services.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** The capabilities of a server with these settings. */
async function getCapabilities(settings: Record<string, string>): Promise<Capabilities> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'capabilities-'))
  const services = await createServices(parseConfig({ DATA_DIR, ...settings }), createLogger('silent'))
  cleanUps.push(
    () => rm(DATA_DIR, { recursive: true }),
    () => services.stop(),
  )
  return capabilitiesSchema.parse(await (await services.app.request(CAPABILITIES_PATH)).json())
}

test('names the operator and how soon messages are answered in the capabilities', async () => {
  expect(
    await getCapabilities({ OPERATOR_NAME: ' Example Ltd, Dublin ', CONTACT_ANSWER_TIME: 'two working days' }),
  ).toMatchObject({ operator: 'Example Ltd, Dublin', answer_time: 'two working days' })
})

test('gives the operator no name and an answer within 24 hours without these settings', async () => {
  expect(await getCapabilities({ OPERATOR_NAME: '', CONTACT_ANSWER_TIME: ' ' })).toMatchObject({
    operator: null,
    answer_time: '24 hours',
  })
})

test('names in the capabilities what a speech model on this machine lacks', async () => {
  expect((await getCapabilities({ TRANSCRIBER: 'sherpa' })).transcribers).toEqual([
    expect.objectContaining({
      name: 'sherpa',
      ready: false,
      sends_to: null,
      note: 'No speech model installed. Run npm run models -- pull',
    }),
  ])
})

test.each([
  ['OPERATOR_NAME', 'two\nlines', 'must be one line of text'],
  ['OPERATOR_NAME', 'x'.repeat(121), 'must have at most 120 characters'],
  ['CONTACT_ANSWER_TIME', 'x'.repeat(61), 'must have at most 60 characters'],
])('refuses a %s that would not fit into a sentence at startup', (name, value, problem) => {
  expect(() => parseConfig({ [name]: value })).toThrow(`The setting ${name} is invalid: ${problem}.`)
})
