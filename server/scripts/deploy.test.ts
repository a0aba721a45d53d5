import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../src/config/settings.ts'
import { ROOT } from './places.ts'

const KNOWN = new Set(SETTINGS.flatMap((group) => Object.keys(group)))
/** Those that containers besides the product are started with, and what people give. */
const OTHERS = /^(POSTGRES_(USER|DB|PASSWORD)|MINIO_ROOT_(USER|PASSWORD)|S3_SECRET)$/

test.each(globSync('deploy/compose*.yaml', { cwd: ROOT }))('%s sets nothing that the product does not know', (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const set = [...text.matchAll(/^ {2,6}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)
  expect(set.length).toBeGreaterThan(1)
  expect(set.filter((name) => !KNOWN.has(name) && !OTHERS.test(name))).toEqual([])
})

test('a version has its part of the changelog, which the release’s workflow asks for', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  expect(changelog.includes(`## [${version}]`) || changelog.includes(`Will be ${version}.`)).toBe(true)
})
