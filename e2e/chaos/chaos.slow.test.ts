import { expect, test } from 'vitest'
import { HAS_POSTGRES } from '../../server/src/testing/databases.ts'
import { runChaos, type Outcome } from './run.ts'

/** Enough runs to cover every kind of fault; `npm run chaos` does many more. */
const SEEDS = [1, 2, 5, 8]
const SEEDS_OF_SERVICES = [1, 2]
/** Some ten seconds per run, and several times as long on a busy machine. */
const HANGS_MS = 900_000

test(
  'keeps everything acknowledged, once, when the database server, the bucket and the mail server fail',
  async ({ skip }) => {
    skip(!HAS_POSTGRES, 'PostgreSQL is not installed.')
    expect(await getOutcomes('services', SEEDS_OF_SERVICES)).toEqual([])
  },
  HANGS_MS,
)

test(
  'keeps everything acknowledged, once, and leaves nothing behind under random faults',
  async () => {
    expect(await getOutcomes('disk', SEEDS)).toEqual([])
  },
  HANGS_MS,
)

/** @returns the failures of each failed run, after checking that enough was acknowledged to prove something. */
async function getOutcomes(on: 'disk' | 'services', seeds: readonly number[]): Promise<string[]> {
  const outcomes: Outcome[] = []
  await runChaos(on, seeds, (outcome) => void outcomes.push(outcome))
  expect(outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(seeds.length)
  return outcomes
    .filter(({ wrongs }) => wrongs.length > 0)
    .map(({ seed, faults, wrongs }) => `seed ${seed}, ${faults.join('; ')}: ${wrongs.join('; ')}`)
}
