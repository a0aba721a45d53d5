import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './places.ts'

/** `file`: `title`, `another title of the same file` */
const TESTS = /^`([^`]+)`: (`[^`]+`(?:, `[^`]+`)*)$/
const NO_TEST = /^(?:open|untested): \S/

const rows = readFileSync(join(ROOT, 'docs/SPEC-COVERAGE.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| where |'))
  .map((line) => line.slice(2, -2).split(' | '))
const references = rows.flatMap(([, , tests = '']) => tests.split('<br>'))
const named = references.flatMap((reference) => {
  const [, file = '', titles = ''] = TESTS.exec(reference) ?? []
  return titles === ''
    ? []
    : titles
        .slice(1, -1)
        .split('`, `')
        .map((title) => ({ file, title }))
})

/** Whether a file has the title as a string of its own. */
function hasTitle({ file, title }: { file: string; title: string }): boolean {
  const path = join(ROOT, file)
  return existsSync(path) && ["'", '"', '`'].some((quote) => readFileSync(path, 'utf8').includes(quote + title + quote))
}

it('every row says where a rule stands, what it is, and which test holds it or why none does', () => {
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
  expect(references.filter((reference) => !TESTS.test(reference) && !NO_TEST.test(reference))).toEqual([])
})

it('every test that is named is there', () => {
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((test) => !hasTitle(test))).toEqual([])
})

it.each(Array.from({ length: 9 }, (_, index) => `§${index + 1}`))('%s of the specification has rows', (section) => {
  expect(rows.some(([where = '']) => where.split(' ')[0] === section)).toBe(true)
})
