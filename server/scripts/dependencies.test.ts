import { expect, test } from 'vitest'
import { refusedDependencies } from './dependencies.ts'

const under = (...licences: object[]) => ({ components: [{ name: 'thing', version: '1.0.0', licenses: licences }] })

test.each([
  [{ license: { id: 'MIT' } }],
  [{ expression: '(MIT OR GPL-3.0-or-later)' }],
  [{ expression: '(MIT AND Zlib)' }],
])('accepts a dependency under %j', (licence) => {
  expect(refusedDependencies(under(licence))).toEqual([])
})

test.each([
  [{ license: { id: 'AGPL-3.0-only' } }, 'AGPL-3.0-only'],
  [{ license: { name: 'Custom' } }, 'Custom'],
  [{ expression: '(MIT AND GPL-3.0-only)' }, '(MIT AND GPL-3.0-only)'],
])('refuses a dependency under %j by name', (licence, text) => {
  expect(refusedDependencies(under(licence))).toEqual([`thing@1.0.0: ${text}`])
})

test('refuses a dependency without a licence', () => {
  expect(refusedDependencies(under())).toEqual(['thing@1.0.0: none named'])
})
