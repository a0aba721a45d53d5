import { AppError } from '../../kernel/errors.ts'
import type { getOwned } from '../../microsites/records/get-owned.ts'

/** A microsite that was read for its owner. */
export type OwnedMicrosite = Awaited<ReturnType<typeof getOwned>>

/** Reads the user's own microsite; throws AppError not_found, also for another user's. */
export type ReadOwned = (userId: string, id: string) => Promise<OwnedMicrosite>

/** For objects that may be deleted concurrently: `readOwned(…).catch(nullWhenGone)`. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
