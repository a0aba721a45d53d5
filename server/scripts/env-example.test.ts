import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../src/config/config.ts'
import { ROOT } from './places.ts'

const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
const settings = [
  ...readFileSync(join(ROOT, 'server/src/config/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
].map(([, name]) => name)

describe('.env.example', () => {
  it('lists every setting the server reads, and no other', () => {
    expect(new Set(Object.keys(parseEnv(example)))).toEqual(new Set(settings))
  })

  it('gives the defaults: used as it is, it changes nothing', () => {
    expect(parseConfig(parseEnv(example))).toEqual(parseConfig({}))
  })

  it('says something about every setting or group of settings', () => {
    const groups = example.split(/\n(?=#)/)
    expect(groups.filter((group) => !group.startsWith('#'))).toEqual([])
  })
})
