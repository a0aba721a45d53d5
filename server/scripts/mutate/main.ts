/**
 * Breaks rules of docs/SPEC-COVERAGE.md on purpose, one at a time in a copy of the repository, and asks the tests that
 * their rows name: `npm run mutate -- 60 7` takes sixty by random number 7; `-- 60 7 browser` those in a browser as well.
 * Ends with 1 when fewer than 95 % are caught.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CoverageRow, readCoverageRows } from '../coverage-rows.ts'
import { BROKEN_RULES, type BrokenRule } from './broken-rules.ts'
import { copyRepository } from './copy-repository.ts'
import { choose } from './choose.ts'
import { namedTests, runTests, type Outcome } from './run-tests.ts'
import { placesOf } from './source-text.ts'

const LEAST_CAUGHT = 0.95

const [count = '60', seed = '1', which] = process.argv.slice(2)
const rows = readCoverageRows()
const chosen = choose(
  BROKEN_RULES.filter(({ browser = false }) => which === 'browser' || !browser),
  Number(count),
  Number(seed),
)
const copy = await copyRepository()
try {
  const untouched = await runTests(
    copy.root,
    chosen.flatMap((rule) => fastTests(rule, rows)),
  )
  if (untouched.kind !== 'passed') {
    console.error('The tests fail before anything is broken:', untouched)
    process.exitCode = 1
  } else if ((await countCaught(copy.root)) < chosen.length * LEAST_CAUGHT) process.exitCode = 1
} finally {
  await copy.remove()
}

async function countCaught(root: string): Promise<number> {
  let caught = 0
  for (const rule of chosen) {
    const outcome = await tryRule(root, rule)
    if (outcome.kind === 'failed') caught += 1
    const verdict = { failed: 'caught  ', passed: 'SURVIVED', unusable: 'UNUSABLE' }[outcome.kind]
    console.log(`${verdict} ${rule.in}: ${oneLine(rule.text)} → ${oneLine(rule.broken)} (${rule.rule})`)
    if (outcome.kind === 'unusable') console.log(outcome.output.slice(-2000))
  }
  console.log(`\n${caught} of ${chosen.length} caught, of ${BROKEN_RULES.length} there are (random number ${seed})`)
  return caught
}

/** Breaks the rule, asks the quick tests that its row names, then the slow ones, and mends it. */
async function tryRule(root: string, rule: BrokenRule): Promise<Outcome> {
  const [path, ...more] = placesOf(rule.text, join(root, rule.in))
  if (path === undefined || more.length > 0) throw new Error(`Not once in ${rule.in}: ${rule.text}`)
  const source = await readFile(path, 'utf8')
  const fast = fastTests(rule, rows)
  const slow = namedTests(rule, rows).filter((test) => !fast.includes(test))
  try {
    // A function: in a replacement text dollar signs mean something.
    await writeFile(
      path,
      source.replace(rule.text, () => rule.broken),
    )
    const outcome: Outcome = fast.length === 0 ? { kind: 'passed' } : await runTests(root, fast)
    if (outcome.kind !== 'passed' || slow.length === 0) return outcome
    const late = await runTests(root, slow)
    if (late.kind !== 'failed') return late
  } finally {
    await writeFile(path, source)
  }
  // These did not run before: what fails without the change as well caught nothing.
  return (await runTests(root, slow)).kind === 'passed'
    ? { kind: 'failed', titles: slow.map(({ title }) => title) }
    : { kind: 'unusable', output: 'The tests fail without the change as well.' }
}

/** The quick ones of those that its row names: neither slow nor in a browser. */
function fastTests(rule: BrokenRule, of: readonly CoverageRow[]) {
  return namedTests(rule, of).filter(({ file }) => !/\.(slow\.test|spec)\.tsx?$/.test(file))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || '(nothing)'
}
