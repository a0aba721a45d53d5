import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { publicMethods } from './client-methods.testing.ts'

const DOCS = fileURLToPath(new URL('../../../docs/IDENTITY.md', import.meta.url))
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const rows = [...readFileSync(DOCS, 'utf8').matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(
  ([, method = '', tests = '']) => ({
    method,
    tests: [...tests.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file),
  }),
)

test('every public method of the client is in the table of the identity service', () => {
  expect(rows.map(({ method }) => method).toSorted()).toEqual(publicMethods().toSorted())
})

test('the tests that the table names exist, and call what they are named for', () => {
  const files = new Map(globSync('**/*.test.ts', { cwd: FOLDER }).map((file) => [basename(file), file]))
  for (const { method, tests } of rows) {
    for (const name of tests) {
      const file = files.get(name)
      if (file === undefined) throw new Error(`There is no ${name}`)
      const isCalled = readFileSync(`${FOLDER}/${file}`, 'utf8').includes(method)
      expect(isCalled, `${method} in ${name}`).toBe(true)
    }
  }
})
