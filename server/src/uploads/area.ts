import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { Locks } from '../db/processes/locks.ts'
import type { Queue } from '../jobs/queue.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import { completeUpload } from './complete-upload.ts'
import { createEarlySpeech, EARLY_SPEECH_JOB, type EarlySpeechWork } from './early-speech.ts'
import { removeUpload } from './remove-upload.ts'
import { countStored } from './count-stored.ts'
import { assertDiskSpace, assertStorageLimit } from './storage-limit.ts'
import { uploadRoutes, type UploadRoutesDeps } from './routes.ts'
import { sweepUploads } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'
import type { StoredBytes } from './upload-usage-repo.ts'
import { createUploadsRepo } from './uploads-repo.ts'

interface UploadsOptions {
  db: Database
  queue: Queue
  storage: Storage
  clock: Clock
  locks: Locks
  disk: DiskWatch
  billing: Pick<BillingArea, 'plan'>
  uploadStore: UploadStore
}

/** Uploads of recordings. */
export function createUploadsArea({
  db,
  queue,
  storage,
  clock,
  locks,
  disk,
  billing: { plan },
  uploadStore: store,
}: UploadsOptions) {
  const uploads = createUploadsRepo(db)
  const speech = createEarlySpeech({ uploads, store, storage, queue, clock })
  const deps = { uploads, store, storage, clock, locks, plan, disk, endSpeech: speech.end, wakeSpeech: speech.wake }
  return {
    list: (userId: string) => uploads.getList(userId),
    /** Keys of complete uploads without a microsite. */
    listUnused: (userId: string) => uploads.listUnusedFor(userId),
    complete: (upload: Parameters<typeof completeUpload>[1]) => completeUpload(deps, upload),
    /** @throws AppError when the plan or the disk has no space for this many more bytes. */
    assertStorageLimit: (userId: string, bytes: number) => assertStorageLimit(deps, userId, bytes),
    /** @throws AppError when the disk has no space for this many more bytes. */
    assertDiskSpace: (bytes: number) => assertDiskSpace(store, bytes),
    /**
     * Counts bytes that are about to be stored toward a user's storage.
     * @throws AppError when the plan or the disk has no space for them.
     */
    countStored: (userId: string, stored: readonly StoredBytes[]) => countStored(deps, userId, stored),
    /** Counts a stored recording as a complete upload. */
    register: async (userId: string, key: string, bytes: number) => {
      await uploads.insert({ key, userId, filename: null, filetype: null, createdAt: clock() })
      await uploads.markCompleted(key, bytes, clock())
    },
    remove: (key: string) => removeUpload(deps, key),
    /** The file's original name; null: unknown. */
    getName: async (userId: string, key: string) => (await uploads.findOwned(userId, key))?.filename ?? null,
    /** The job handlers that transcribe uploads while they arrive. */
    handlers: (work: EarlySpeechWork) => ({ [EARLY_SPEECH_JOB]: speech.handler(work) }),
    /** Deletes abandoned uploads. */
    tidy: async () => void (await sweepUploads(deps)),
    routers: (http: Pick<UploadRoutesDeps, 'authenticate' | 'assertMonthlyLimit'>) => [
      uploadRoutes({ ...deps, ...http }),
    ],
  }
}
export type UploadsArea = ReturnType<typeof createUploadsArea>
