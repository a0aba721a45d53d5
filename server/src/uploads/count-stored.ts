import { oneByOne, type Locks } from '../db/processes/locks.ts'
import type { Clock } from '../kernel/clock.ts'
import { assertStorageLimit, type StorageLimitDeps } from './storage-limit.ts'
import type { StoredBytes } from './upload-usage-repo.ts'
import type { UploadsRepo } from './uploads-repo.ts'

interface CountDeps extends Omit<StorageLimitDeps, 'uploads'> {
  uploads: UploadsRepo
  locks: Locks
  clock: Clock
}

/**
 * Counts bytes about to be stored without an upload toward a user's storage, all or none. Replaces earlier counts under
 * the same keys.
 * @throws {AppError} open_uploads_limit_reached, storage_limit_reached, insufficient_storage
 */
export async function countStored(deps: CountDeps, userId: string, stored: readonly StoredBytes[]): Promise<void> {
  const { uploads, locks, clock } = deps
  // The lock of new uploads, so that concurrent ones never claim the same space.
  await oneByOne(locks, `uploads of ${userId}`, async () => {
    const bytes = stored.reduce((sum, each) => sum + each.bytes, 0)
    const counted = await uploads.getBytes(
      userId,
      stored.map(({ key }) => key),
    )
    await assertStorageLimit(deps, userId, bytes - counted)
    for (const each of stored) await uploads.count(userId, each, clock())
  })
}
