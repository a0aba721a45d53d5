import { UPLOAD_KEPT_DAYS } from '@callfolio/shared/recording-limits.ts'
import type { Clock } from '../kernel/clock.ts'
import { removeUpload, type UploadDeps } from './remove-upload.ts'

/** Uploads that nobody finished or used are kept this long. */
export const UPLOAD_KEPT_MS = UPLOAD_KEPT_DAYS * 24 * 60 * 60 * 1000

export interface SweepDeps extends UploadDeps {
  clock: Clock
}

/**
 * Removes uploads that were left: unfinished ones and finished ones that nothing uses, each after seven days.
 * @returns how many were removed.
 */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const left = await deps.uploads.listLeftBefore(new Date(deps.clock().getTime() - UPLOAD_KEPT_MS))
  for (const key of left) await removeUpload(deps, key)
  return left.length
}
