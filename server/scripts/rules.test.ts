import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './places.ts'
import { type NamedTest, readRuleRows, RULE_FILES, TESTS } from './rule-rows.ts'

const NO_TEST = /^(?:open|untested): \S/

/** Whether a file has the title as a string of its own. */
function hasTitle({ file, title }: NamedTest): boolean {
  const path = join(ROOT, file)
  return existsSync(path) && ["'", '"', '`'].some((quote) => readFileSync(path, 'utf8').includes(quote + title + quote))
}

describe.each(RULE_FILES)('in %s', (file) => {
  const rows = readRuleRows(file)
  const references = rows.flatMap((row) => row.references)
  const named = rows.flatMap((row) => row.tests)

  it('every row has an id, a rule, and the tests that hold it or the reason why none does', () => {
    expect(rows.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
    expect(references.filter((reference) => !TESTS.test(reference) && !NO_TEST.test(reference))).toEqual([])
  })

  it('every id is the prefix of its section with a number of its own', () => {
    const ids = rows.map(({ id }) => id)
    expect(rows.filter(({ id, area }) => area === '' || !new RegExp(`^${area}-[1-9]\\d*$`).test(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('no rule is stated twice', () => {
    const rules = rows.map(({ rule }) => rule)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  it('every test that is named is there', () => {
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((test) => !hasTitle(test))).toEqual([])
  })
})
