import { STORAGE_FULL_MESSAGE } from '@callfolio/shared/failures.ts'
import { formatMegabytes } from '@callfolio/shared/format.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { AppError } from '../kernel/errors.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

export interface RoomDeps {
  uploads: Pick<UploadsRepo, 'usageOf' | 'insert'>
  store: Pick<UploadStore, 'freeBytes'>
  plan: (userId: string) => Promise<Plan>
}

/** New uploads leave this to the database and to work under way. */
const RESERVED_BYTES = 512 * 1024 * 1024

/**
 * Asks before an upload is registered. One whose length is not known yet counts as large as an upload can be.
 * @param size bytes; null: not known yet.
 * @throws {AppError} open_uploads_limit_reached, storage_limit_reached, insufficient_storage
 */
export async function assertRoom(
  { uploads, store, plan }: RoomDeps,
  userId: string,
  size: number | null,
): Promise<void> {
  const { limits } = await plan(userId)
  const { bytes, open } = await uploads.usageOf(userId, MAX_UPLOAD_BYTES)
  if (open >= limits.openUploads)
    throw new AppError(
      'open_uploads_limit_reached',
      `You have ${open} unfinished uploads. Finish or cancel one first; what is left alone goes after seven days.`,
    )
  if (bytes + (size ?? MAX_UPLOAD_BYTES) > limits.storedBytes)
    throw new AppError(
      'storage_limit_reached',
      `Your recordings take ${formatMegabytes(bytes)} of the ${formatMegabytes(limits.storedBytes)} of your plan. Delete microsites to make room.`,
    )
  if ((await store.freeBytes()) < RESERVED_BYTES + (size ?? 0))
    throw new AppError('insufficient_storage', STORAGE_FULL_MESSAGE)
}
