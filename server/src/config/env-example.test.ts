import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { envExample } from './env-example.ts'
import { SETTINGS } from './settings.ts'

const FILE = fileURLToPath(new URL('../../../.env.example', import.meta.url))
const example = readFileSync(FILE, 'utf8')

describe('.env.example', () => {
  // Update it with `vitest run server/src/config/env-example.test.ts --update`.
  it("matches the settings' descriptions", async () => {
    await expect(envExample(SETTINGS)).toMatchFileSnapshot(FILE)
  })

  it('contains the defaults, so using it unchanged has no effect', () => {
    expect(parseConfig(parseEnv(example))).toEqual(parseConfig({}))
  })

  it('describes every setting or group of settings', () => {
    expect(SETTINGS.filter((group) => Object.values(group)[0]?.description === undefined)).toEqual([])
  })
})
