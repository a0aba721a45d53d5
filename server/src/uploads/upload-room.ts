import { formatMegabytes } from '@callfolio/shared/format.ts'
import type { Plan } from '@callfolio/shared/plans.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { noRoomLeft } from '../kernel/disk-trouble.ts'
import { LEFT_BY_UPLOADS_BYTES, LEFT_TO_DATABASE_BYTES } from '../kernel/disk-watch.ts'
import { AppError } from '../kernel/errors.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

export interface RoomDeps {
  uploads: Pick<UploadsRepo, 'usageOf' | 'insert'>
  store: Pick<UploadStore, 'freeBytes' | 'isReadable'>
  plan: (userId: string) => Promise<Plan>
}

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
      `You have ${open} unfinished uploads. Finish or cancel one first. Unfinished uploads expire after seven days.`,
    )
  if (bytes + (size ?? MAX_UPLOAD_BYTES) > limits.storedBytes)
    throw new AppError(
      'storage_limit_reached',
      `Your recordings use ${formatMegabytes(bytes)} of your plan’s ${formatMegabytes(limits.storedBytes)}. Delete microsites to free up space.`,
    )
  await assertDiskRoom(store, size ?? 0)
}

/**
 * Asks before something new is stored, and again as that goes on.
 * @throws {AppError} insufficient_storage
 */
export async function assertDiskRoom(store: Pick<UploadStore, 'freeBytes'>, bytes: number): Promise<void> {
  if ((await store.freeBytes()) < LEFT_BY_UPLOADS_BYTES + bytes) throw noRoomLeft()
}

/**
 * Asks before bytes of an upload are taken.
 * @param bytes that come.
 * @throws {AppError} insufficient_storage
 */
export async function assertRoomFor(store: RoomDeps['store'], bytes: number): Promise<void> {
  if ((await store.freeBytes()) < LEFT_TO_DATABASE_BYTES + bytes) throw noRoomLeft()
}
