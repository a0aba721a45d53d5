import type { MicrositeRow } from '../../db/schema.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { MicrositeChange } from './microsite.ts'
import type { MicrositesRepo } from './microsites-repo.ts'

export interface ReviseDeps {
  microsites: MicrositesRepo
  clock: Clock
  /** Makes the database files forget the replaced rows; returns at once. */
  eraseSoon: () => void
}

/** Every round one concurrent change succeeds; more of them than this don't come from a person editing. */
const MOST_ROUNDS = 50

/**
 * Changes a microsite based on its current state: reads, computes the change, writes, and retries after a concurrent
 * write, so that no edit of a transcript is lost. Does nothing if the microsite can't be read.
 * @throws AppError conflict
 */
export async function revise<Site extends MicrositeRow>(
  { microsites, clock, eraseSoon }: ReviseDeps,
  read: () => Promise<Site | null>,
  change: (site: Site) => MicrositeChange,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const site = await read()
    if (!site) return
    if (await microsites.replace(site, change(site), clock())) return eraseSoon()
  }
  throw new AppError('conflict', 'This microsite is being changed elsewhere. Try again.')
}
