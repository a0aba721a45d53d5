import { formatGigabytes } from '@callfolio/shared/format.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { noSpaceLeft } from '../kernel/disk-trouble.ts'
import { LEFT_BY_UPLOADS_BYTES, LEFT_TO_DATABASE_BYTES } from '../kernel/disk-watch.ts'
import { AppError } from '../kernel/errors.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

export interface StorageLimitDeps {
  uploads: Pick<UploadsRepo, 'getUsage' | 'insert'>
  store: Pick<UploadStore, 'freeBytes' | 'isReadable'>
  plan: (userId: string) => Promise<Plan>
}

/**
 * Checks for space before an upload is registered. One of unknown length counts as the maximum size.
 * @param size bytes; null: not known yet.
 * @throws {AppError} open_uploads_limit_reached, storage_limit_reached, insufficient_storage
 */
export async function assertStorageLimit(
  { uploads, store, plan }: StorageLimitDeps,
  userId: string,
  size: number | null,
): Promise<void> {
  const { limits } = await plan(userId)
  const { bytes, open } = await uploads.getUsage(userId, MAX_UPLOAD_BYTES)
  if (open >= limits.openUploads)
    throw new AppError(
      'open_uploads_limit_reached',
      `You have ${open} unfinished uploads. Finish or discard one first. Unfinished uploads expire after seven days.`,
    )
  if (bytes + (size ?? MAX_UPLOAD_BYTES) > limits.storedBytes)
    throw new AppError(
      'storage_limit_reached',
      `Your recordings use ${formatGigabytes(bytes)} of your plan’s ${formatGigabytes(limits.storedBytes)}. Delete microsites to free up space.`,
    )
  await assertDiskSpace(store, size ?? 0)
}

/**
 * Checks for disk space before something new is stored, and again while it is written.
 * @throws {AppError} insufficient_storage
 */
export async function assertDiskSpace(store: Pick<UploadStore, 'freeBytes'>, bytes: number): Promise<void> {
  if ((await store.freeBytes()) < LEFT_BY_UPLOADS_BYTES + bytes) throw noSpaceLeft()
}

/**
 * Checks for space before bytes of an upload are accepted.
 * @param bytes the number of incoming bytes.
 * @throws {AppError} insufficient_storage
 */
export async function assertSpaceFor(store: StorageLimitDeps['store'], bytes: number): Promise<void> {
  if ((await store.freeBytes()) < LEFT_TO_DATABASE_BYTES + bytes) throw noSpaceLeft()
}
