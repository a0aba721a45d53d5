import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type NamedTest, readRuleRows } from '../rule-rows.ts'
import { ROOT } from '../places.ts'
import { BROKEN_RULES, type BrokenRule } from './broken-rules.ts'
import { changesOf, pureFiles, testOf } from './code-changes.ts'
import { type Asked, namedTests, type Outcome, runTests } from './run-tests.ts'
import { placesOf } from './source-text.ts'

/** Something to break, and the tests that have to notice. */
export interface Attempt {
  /** What is broken, in a line. */
  label: string
  /** Asked first; before anything is broken they have to pass. */
  quick: Asked
  /** @param root of a copy of the repository. */
  run: (root: string) => Promise<Outcome>
}

/** The rules of the table. @param browser those that only a test in a browser holds, else the others. */
export function ruleAttempts(browser: boolean): Attempt[] {
  const rows = readRuleRows()
  return BROKEN_RULES.filter((rule) => (rule.browser ?? false) === browser).map((rule) => {
    const tests = namedTests(rule, rows)
    const quick = asked(tests.filter(({ file }) => browser || !isSlow(file)))
    const slow = asked(tests.filter(({ file }) => !browser && isSlow(file)))
    return {
      label: `${rule.in}: ${oneLine(rule.text)} → ${oneLine(rule.broken)} (${rule.rule})`,
      quick,
      run: (root) => breakRule(root, rule, quick, slow),
    }
  })
}

/** All changes that can be made to the files of functions only. */
export function codeAttempts(): Attempt[] {
  return pureFiles(ROOT).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const quick = { files: [testOf(file)], titles: null }
    return changesOf(file, source).map(({ start, end, broken }) => {
      const before = source.slice(0, start).split('\n')
      return {
        label: `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${oneLine(source.slice(start, end))} → ${oneLine(broken)}`,
        quick,
        run: (root) =>
          whileBroken(join(root, file), source.slice(0, start) + broken + source.slice(end), () =>
            runTests(root, quick),
          ),
      }
    })
  })
}

/** Asks the quick tests that the rule's row names, then the slow ones. */
async function breakRule(root: string, rule: BrokenRule, quick: Asked, slow: Asked): Promise<Outcome> {
  const [path, ...more] = placesOf(rule.text, join(root, rule.in))
  if (path === undefined || more.length > 0) throw new Error(`Not once in ${rule.in}: ${rule.text}`)
  // A function: in a replacement text dollar signs mean something.
  const source = (await readFile(path, 'utf8')).replace(rule.text, () => rule.broken)
  const outcome = await whileBroken(path, source, async () => {
    const first: Outcome = quick.files.length === 0 ? { kind: 'passed' } : await runTests(root, quick)
    return first.kind === 'passed' && slow.files.length > 0 ? runTests(root, slow) : first
  })
  if (outcome.kind !== 'failed' || !outcome.of.some((file) => slow.files.includes(file))) return outcome
  // These were not run before: what fails without the change as well has noticed nothing.
  const restored = await runTests(root, slow)
  return restored.kind === 'passed'
    ? outcome
    : { kind: 'unusable', output: 'The tests fail without the change as well.' }
}

async function whileBroken(path: string, source: string, run: () => Promise<Outcome>): Promise<Outcome> {
  const whole = await readFile(path, 'utf8')
  try {
    await writeFile(path, source)
    return await run()
  } finally {
    await writeFile(path, whole)
  }
}

function isSlow(file: string): boolean {
  return /\.slow\.test\.tsx?$/.test(file)
}

function asked(tests: readonly NamedTest[]): Asked {
  return { files: [...new Set(tests.map(({ file }) => file))], titles: tests.map(({ title }) => title) }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || '(nothing)'
}
