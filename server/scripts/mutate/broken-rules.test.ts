import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../places.ts'
import { readRuleRows } from '../rule-rows.ts'
import { BROKEN_RULES } from './broken-rules.ts'
import { namedTests, runnersOf } from './run-tests.ts'
import { placesOf } from './source-text.ts'

const rows = readRuleRows()

it('every rule that is broken on purpose is a row of the table, with tests of its kind', () => {
  expect(BROKEN_RULES.filter((rule) => namedTests(rule, rows).length === 0).map(({ rule }) => rule)).toEqual([])
})

it('every text that is changed for it stands once in the sources, and becomes another', () => {
  const places = BROKEN_RULES.map((rule) => ({ rule, at: placesOf(rule.text, join(ROOT, rule.in)) }))
  expect(places.filter(({ at }) => at.length !== 1).map(({ rule, at }) => [rule.text, at])).toEqual([])
  expect(BROKEN_RULES.filter(({ text, broken }) => text === broken)).toEqual([])
})

it('no change is there twice', () => {
  expect(new Set(BROKEN_RULES.map(({ rule, text }) => rule + text)).size).toBe(BROKEN_RULES.length)
})

it('a suite for all drivers of a port is asked through the files that run it', async () => {
  expect(await runnersOf(ROOT, 'server/src/jobs/queue.testing.ts')).toContain('server/src/jobs/sql-queue.test.ts')
  expect(await runnersOf(ROOT, 'server/src/jobs/line.test.ts')).toEqual(['server/src/jobs/line.test.ts'])
})
