import type { Clock } from '../kernel/clock.ts'
import { removeUpload, type UploadDeps } from './remove-upload.ts'

/** Uploads that nobody finished or used are kept this long. */
export const UPLOAD_KEPT_MS = 7 * 24 * 60 * 60 * 1000

export interface SweepDeps extends UploadDeps {
  clock: Clock
  /** True when a microsite was made of the upload. */
  isUsed: (key: string) => Promise<boolean>
}

/**
 * Removes uploads that were left: unfinished ones and finished ones that nothing uses, each after seven days.
 * @returns how many were removed.
 */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const before = new Date(deps.clock().getTime() - UPLOAD_KEPT_MS)
  const left = await deps.uploads.listUnfinishedBefore(before)
  for (const key of await deps.uploads.listCompletedBefore(before)) {
    if (!(await deps.isUsed(key))) left.push(key)
  }
  for (const key of left) await removeUpload(deps, key)
  return left.length
}
