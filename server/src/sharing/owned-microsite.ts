import type { getOwned } from '../microsites/get-owned.ts'

/** A microsite that was read as its owner's. */
export type OwnedMicrosite = Awaited<ReturnType<typeof getOwned>>

/** Reads a microsite as the user's own; throws AppError not_found, also for somebody else's. */
export type ReadOwned = (userId: string, id: string) => Promise<OwnedMicrosite>
