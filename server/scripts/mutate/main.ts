/**
 * Breaks something on purpose, one thing at a time in a copy of the repository, and asks the tests that have to notice:
 *
 * - `npm run mutate -- rules 60 7`: sixty rules of docs/RULES.md by random number 7, and the unit and API tests that their
 *   rows name; `rules 60 7 browser` takes those that only a test in a browser holds. Ends with 1 below 95 %.
 *   `rules SHARE-29,RECAP-6` takes all changes of these rules.
 * - `npm run mutate -- code 60 7`: sixty changes of files with functions only, and the test beside each. It only
 *   reports: some changes make no difference.
 *
 * A run that was interrupted goes on where it was: results are kept as long as no file of the repository changes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { STATE } from '../places.ts'
import { choose } from './choose.ts'
import { type Attempt, codeAttempts, ruleAttempts } from './attempts.ts'
import { copyRepository } from './copy-repository.ts'
import { runTests } from './run-tests.ts'

const VERDICTS = { failed: 'caught  ', passed: 'SURVIVED', unusable: 'UNUSABLE' }
const KEPT = join(STATE, 'mutate.json')

/** What came of the attempts until now, by their labels, for one state of the repository. */
const keptSchema = z.object({ fingerprint: z.string(), verdicts: z.record(z.string(), z.enum(['failed', 'passed'])) })
type Kept = z.infer<typeof keptSchema>

const [what = 'rules', which = '60', seed = '1', where] = process.argv.slice(2)
if (what !== 'rules' && what !== 'code')
  throw new Error('npm run mutate -- rules|code [how many, or which rules] [random number] [browser]')
const leastCaught = what === 'rules' ? 0.95 : 0
const all = what === 'rules' ? ruleAttempts(where === 'browser') : codeAttempts()
const chosen = /^\d+$/.test(which) ? choose(all, Number(which), Number(seed)) : all.filter(isOf(which.split(',')))
const copy = await copyRepository()
try {
  const kept = await readKept(copy.fingerprint)
  const pending = chosen.filter(({ label }) => kept.verdicts[label] === undefined)
  if (pending.length < chosen.length) console.log(`${chosen.length - pending.length} are decided already`)
  if (pending.length > 0) await assertAllPass(copy.root, pending)
  for (const attempt of pending) await decide(copy.root, attempt, kept)
  const caught = chosen.filter(({ label }) => kept.verdicts[label] === 'failed').length
  console.log(`\n${caught} of ${chosen.length} caught; chosen of ${all.length} with random number ${seed}`)
  if (caught < chosen.length * leastCaught) process.exitCode = 1
} finally {
  await copy.remove()
}

function isOf(rules: readonly string[]) {
  return ({ label }: Attempt) => rules.some((rule) => label.endsWith(` (${rule})`))
}

/** @throws when a test fails before anything is broken. */
async function assertAllPass(root: string, attempts: readonly Attempt[]): Promise<void> {
  const files = [...new Set(attempts.flatMap(({ quick }) => quick.files))]
  if (files.length === 0) return
  const titles = what === 'rules' ? attempts.flatMap(({ quick }) => quick.titles ?? []) : null
  const untouched = await runTests(root, { files, titles })
  if (untouched.kind !== 'passed')
    throw new Error(`The tests fail before anything is broken: ${JSON.stringify(untouched)}`)
}

/** Tries one, reports it and keeps its result; nothing is kept of one that could not be tried. */
async function decide(root: string, { label, run }: Attempt, kept: Kept): Promise<void> {
  const outcome = await run(root)
  console.log(`${VERDICTS[outcome.kind]} ${label}`)
  if (outcome.kind === 'unusable') return console.log(outcome.output.slice(-2000))
  kept.verdicts[label] = outcome.kind
  await mkdir(dirname(KEPT), { recursive: true })
  await writeFile(KEPT, JSON.stringify(kept))
}

async function readKept(fingerprint: string): Promise<Kept> {
  const text = await readFile(KEPT, 'utf8').catch(() => 'null')
  const kept = keptSchema.nullable().parse(JSON.parse(text))
  return kept?.fingerprint === fingerprint ? kept : { fingerprint, verdicts: {} }
}
