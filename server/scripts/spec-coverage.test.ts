import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type NamedTest, readCoverageRows, TESTS } from './coverage-rows.ts'
import { ROOT } from './places.ts'

const NO_TEST = /^(?:open|untested): \S/

const rows = readCoverageRows()
const references = rows.flatMap((row) => row.references)
const named = rows.flatMap((row) => row.tests)

/** Whether a file has the title as a string of its own. */
function hasTitle({ file, title }: NamedTest): boolean {
  const path = join(ROOT, file)
  return existsSync(path) && ["'", '"', '`'].some((quote) => readFileSync(path, 'utf8').includes(quote + title + quote))
}

it('every row says where a rule stands, what it is, and which test holds it or why none does', () => {
  expect(rows.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
  expect(references.filter((reference) => !TESTS.test(reference) && !NO_TEST.test(reference))).toEqual([])
})

it('every test that is named is there', () => {
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((test) => !hasTitle(test))).toEqual([])
})

it.each(Array.from({ length: 9 }, (_, index) => `§${index + 1}`))('%s of the specification has rows', (section) => {
  expect(rows.some(({ cells: [where = ''] }) => where.split(' ')[0] === section)).toBe(true)
})
