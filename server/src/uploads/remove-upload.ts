import { AppError } from '../kernel/errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadsRepo } from './uploads-repo.ts'

export interface UploadDeps {
  uploads: UploadsRepo
  store: UploadStore
  storage: Storage
  /** Ends the transcription of an upload that is under way, and removes what came of it. */
  endSpeech: (key: string) => Promise<void>
}

/** Removes an upload, its bytes first and its row last, so that a removal that was cut off can be found and repeated. */
export async function removeUpload({ uploads, store, storage, endSpeech }: UploadDeps, key: string): Promise<void> {
  await endSpeech(key)
  await storage.remove(key)
  await store.forget(key)
  await uploads.remove(key)
}

/**
 * Removes an upload all of whose bytes are there, for a client that gives it up.
 * @returns false when it is not whole, or not there.
 * @throws AppError forbidden when a microsite is made of it.
 */
export async function endWhole(deps: UploadDeps, key: string): Promise<boolean> {
  const received = await deps.store.received(key)
  if (received === null || received.bytes !== received.announced) return false
  if (await deps.uploads.isUsed(key))
    throw new AppError('forbidden', 'A microsite uses this recording. Delete the microsite instead.')
  await removeUpload(deps, key)
  return true
}
