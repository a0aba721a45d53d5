import { UPLOAD_KEPT_DAYS } from '@callfolio/shared/recording-limits.ts'
import type { Clock } from '../kernel/clock.ts'
import { removeUpload, type UploadDeps } from './remove-upload.ts'

/** How long unfinished or unused uploads are kept. */
export const UPLOAD_KEPT_MS = UPLOAD_KEPT_DAYS * 24 * 60 * 60 * 1000

export interface SweepDeps extends UploadDeps {
  clock: Clock
}

/**
 * Deletes abandoned uploads: unfinished and unused ones, each after seven days.
 * @returns how many were deleted.
 */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const left = await deps.uploads.listLeftBefore(new Date(deps.clock().getTime() - UPLOAD_KEPT_MS))
  for (const key of left) await removeUpload(deps, key)
  return left.length
}
