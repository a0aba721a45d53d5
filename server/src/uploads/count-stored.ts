import { oneByOne, type Locks } from '../db/processes/locks.ts'
import type { Clock } from '../kernel/clock.ts'
import { assertRoom, type RoomDeps } from './upload-room.ts'
import type { StoredBytes, UploadsRepo } from './uploads-repo.ts'

interface CountDeps extends Omit<RoomDeps, 'uploads'> {
  uploads: UploadsRepo
  locks: Locks
  clock: Clock
}

/**
 * Has what is about to be stored without an upload count among a user's bytes, all of it or nothing. What counted under
 * the same keys before counts no more.
 * @throws {AppError} open_uploads_limit_reached, storage_limit_reached, insufficient_storage
 */
export async function countStored(deps: CountDeps, userId: string, stored: readonly StoredBytes[]): Promise<void> {
  const { uploads, locks, clock } = deps
  // The lock of new uploads: of several at once none is asked for room that another is about to take.
  await oneByOne(locks, `uploads of ${userId}`, async () => {
    const bytes = stored.reduce((sum, each) => sum + each.bytes, 0)
    const counted = await uploads.bytesOf(
      userId,
      stored.map(({ key }) => key),
    )
    await assertRoom(deps, userId, bytes - counted)
    for (const each of stored) await uploads.count(userId, each, clock())
  })
}
