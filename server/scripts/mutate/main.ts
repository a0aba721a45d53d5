/**
 * Breaks something on purpose, one thing at a time in a copy of the repository, and asks the tests that have to notice:
 *
 * - `npm run mutate -- rules 60 7`: sixty rules of docs/RULES.md by random number 7, and the tests that their rows
 *   name; `rules 60 7 browser` takes those that only a test in a browser holds. Ends with 1 below 95 %.
 * - `npm run mutate -- code 60 7`: sixty changes of files of functions alone, and the test beside each. It reports
 *   alone: some changes make no difference.
 */
import { choose } from './choose.ts'
import { type Attempt, codeAttempts, ruleAttempts } from './attempts.ts'
import { copyRepository } from './copy-repository.ts'
import { runTests } from './run-tests.ts'

const VERDICTS = { failed: 'caught  ', passed: 'SURVIVED', unusable: 'UNUSABLE' }

const [what = 'rules', count = '60', seed = '1', which] = process.argv.slice(2)
if (what !== 'rules' && what !== 'code')
  throw new Error('npm run mutate -- rules|code [how many] [random number] [browser]')
const leastCaught = what === 'rules' ? 0.95 : 0
const all = what === 'rules' ? ruleAttempts(which === 'browser') : codeAttempts()
const chosen = choose(all, Number(count), Number(seed))
const copy = await copyRepository()
try {
  const untouched = await runTests(copy.root, {
    files: [...new Set(chosen.flatMap(({ quick }) => quick.files))],
    titles: what === 'rules' ? chosen.flatMap(({ quick }) => quick.titles ?? []) : null,
  })
  if (untouched.kind !== 'passed')
    throw new Error(`The tests fail before anything is broken: ${JSON.stringify(untouched)}`)
  const caught = await countCaught(copy.root, chosen)
  console.log(`\n${caught} of ${chosen.length} caught; chosen of ${all.length} with random number ${seed}`)
  if (caught < chosen.length * leastCaught) process.exitCode = 1
} finally {
  await copy.remove()
}

async function countCaught(root: string, attempts: readonly Attempt[]): Promise<number> {
  let caught = 0
  for (const { label, run } of attempts) {
    const outcome = await run(root)
    if (outcome.kind === 'failed') caught += 1
    console.log(`${VERDICTS[outcome.kind]} ${label}`)
    if (outcome.kind === 'unusable') console.log(outcome.output.slice(-2000))
  }
  return caught
}
