import { expect, test } from 'vitest'
import { z } from 'zod'
import { ANALYSTS, describeSource, TRANSCRIBERS, transcriptSources } from '@callfolio/shared/engines.ts'
import { parseConfig } from '../config/config.ts'
import { envExample } from '../config/env-example.ts'
import { ConfigError } from '../kernel/errors.ts'
import { word } from '../kernel/setting.ts'
import { analysts, diarisers, transcribers } from './registry.ts'
import { settingsOfEngines } from './settings.ts'

const NEW_ROW = { label: 'Example Speech', source: 'Made by Example Speech.', draft: false, model: true }
const NEW_ENGINE = {
  about: 'by Example Ltd',
  settings: { EXAMPLE_KEY: word.optional().describe('Key of Example Speech.') },
}

test('derives the transcript sources and their labels from a new row', () => {
  const rows = { ...TRANSCRIBERS, example: NEW_ROW }
  const source = z.enum(transcriptSources(rows))
  expect(source.parse('example')).toBe('example')
  expect(source.safeParse('example2').success).toBe(false)
  expect(z.enum(transcriptSources(TRANSCRIBERS)).safeParse('example').success).toBe(false)
  expect(describeSource('example', rows)).toBe('Made by Example Speech.')
})

test("derives a new engine's setting, its name among the choices, and its lines in .env.example", () => {
  const { own, choice } = settingsOfEngines({ ...transcribers, example: NEW_ENGINE }, diarisers, analysts)
  const schema = z.object({ ...own, ...choice })
  expect(schema.parse({ TRANSCRIBER: 'example', EXAMPLE_KEY: ' key ' })).toMatchObject({
    TRANSCRIBER: 'example',
    EXAMPLE_KEY: 'key',
    ANALYST: 'auto',
  })
  expect(schema.safeParse({ TRANSCRIBER: 'example2' }).success).toBe(false)
  const lines = envExample([own, choice])
  expect(lines).toContain('# Key of Example Speech.\nEXAMPLE_KEY=\n')
  expect(lines.replaceAll('\n# ', ' ')).toContain(
    'sphinx (a draft, English only), example (by Example Ltd) or none.\nTRANSCRIBER=auto',
  )
})

test('lists descriptions and constructors of engines in the same order, that of preference', () => {
  expect([Object.keys(transcribers), Object.keys(analysts)]).toEqual([Object.keys(TRANSCRIBERS), Object.keys(ANALYSTS)])
})

test.each(['TRANSCRIBER', 'ANALYST'])('refuses in %s an engine whose requirements are missing', (setting) => {
  const parse = () => parseConfig({ [setting]: 'openai' })
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(
    `The setting ${setting} is openai, which needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own.`,
  )
  expect(parseConfig({ [setting]: 'openai', OPENAI_API_KEY: 'sk-test' })).toMatchObject({ [setting]: 'openai' })
})
