import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './places.ts'

it('every file that CONTRIBUTING.md names by its whole path is there, but for the one that its walk makes', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const paths = [...page.matchAll(/`((?:server|shared|web|extension|e2e)\/[\w./-]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual(['server/src/transcription/acme.ts'])
})
