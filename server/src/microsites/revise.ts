import type { MicrositeRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { MicrositeChange, MicrositesRepo } from './microsites-repo.ts'

export interface ReviseDeps {
  microsites: MicrositesRepo
  clock: Clock
  /** Has the database's files forget what was replaced; returns at once. */
  eraseSoon: () => void
}

/** Each round somebody's change goes through; more at once than this is no person editing. */
const MOST_ROUNDS = 50

/**
 * Changes a microsite by what it says now: read, make the change, write, and again if somebody else wrote in between,
 * so that of two edits of one transcript none is lost. Nothing is done when it can't be read.
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
