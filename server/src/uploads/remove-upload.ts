import { AppError } from '../kernel/errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

export interface UploadDeps {
  uploads: UploadsRepo
  store: UploadStore
  storage: Storage
  /** Stops the running transcription of an upload, and deletes its results. */
  endSpeech: (key: string) => Promise<void>
}

/** Deletes an upload, its bytes first and its row last, so that an interrupted removal can be found and repeated. */
export async function removeUpload({ uploads, store, storage, endSpeech }: UploadDeps, key: string): Promise<void> {
  await endSpeech(key)
  await storage.remove(key)
  await store.forget(key)
  await uploads.remove(key)
}

/**
 * Deletes a complete upload for a client that cancels it.
 * @returns false when it is incomplete or missing.
 * @throws AppError forbidden when a microsite uses it.
 */
export async function removeCompleteUpload(deps: UploadDeps, key: string): Promise<boolean> {
  const received = await deps.store.received(key)
  if (received === null || received.bytes !== received.announced) return false
  if (await deps.uploads.isUsed(key))
    throw new AppError('forbidden', 'A microsite uses this recording. Delete the microsite instead.')
  await removeUpload(deps, key)
  return true
}
