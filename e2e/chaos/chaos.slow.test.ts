import { expect, test } from 'vitest'
import { HAS_POSTGRES } from '../../server/src/testing/databases.ts'
import { runChaos, type Outcome } from './run.ts'

/** Among them are all kinds of faults: `npm run chaos` has many more. */
const SEEDS = [1, 2, 5, 8]
const SEEDS_OF_SERVICES = [1, 2]
/** Some ten seconds a run, and several times as long on a busy machine. */
const HANGS_MS = 900_000

test(
  'whatever becomes of the database server, the bucket and the mail server, what was acknowledged is there in the end, once',
  async ({ skip }) => {
    skip(!HAS_POSTGRES, 'PostgreSQL is not installed.')
    expect(await outcomesOf('services', SEEDS_OF_SERVICES)).toEqual([])
  },
  HANGS_MS,
)

test(
  'whatever goes wrong at whatever time, what was acknowledged is there in the end, once, and nothing is left',
  async () => {
    expect(await outcomesOf('disk', SEEDS)).toEqual([])
  },
  HANGS_MS,
)

/** @returns of each run that ended wrong how it did, once enough was acknowledged to prove something. */
async function outcomesOf(on: 'disk' | 'services', seeds: readonly number[]): Promise<string[]> {
  const outcomes: Outcome[] = []
  await runChaos(on, seeds, (outcome) => void outcomes.push(outcome))
  expect(outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(seeds.length)
  return outcomes
    .filter(({ wrongs }) => wrongs.length > 0)
    .map(({ seed, faults, wrongs }) => `seed ${seed}, ${faults.join('; ')}: ${wrongs.join('; ')}`)
}
