import { AppError } from '../kernel/errors.ts'
import type { getOwned } from '../microsites/get-owned.ts'

/** A microsite that was read as its owner's. */
export type OwnedMicrosite = Awaited<ReturnType<typeof getOwned>>

/** Reads a microsite as the user's own; throws AppError not_found, also for somebody else's. */
export type ReadOwned = (userId: string, id: string) => Promise<OwnedMicrosite>

/** For what may be deleted in this very moment: `readOwned(…).catch(nullWhenGone)`. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
