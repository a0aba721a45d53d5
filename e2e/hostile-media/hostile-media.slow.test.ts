import { expect, test } from 'vitest'
import { KINDS } from './recipe.ts'
import { runHostileMedia, type Outcome } from './run.ts'

/** Files of all kinds, alternating. `npm run hostile-media` has many more. */
const COUNT = 20
/** Some twenty seconds, and several times as long on a busy machine. */
const HANGS_MS = 900_000

test(
  'processes hostile media within bounds, to a clear sentence or a playable page, and leaves nothing behind',
  async () => {
    const outcomes: Outcome[] = []
    await runHostileMedia({ count: COUNT, seed: 1, mostHours: 0.1 }, (outcome) => void outcomes.push(outcome))
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(KINDS))
    const wrong = outcomes.filter(({ wrongs }) => wrongs.length > 0)
    expect(wrong.map(({ name, wrongs }) => `${name}: ${wrongs.join('; ')}`)).toEqual([])
    expect(new Set(outcomes.map(({ end }) => end))).toEqual(new Set(['active', 'failed', 'refused']))
  },
  HANGS_MS,
)
