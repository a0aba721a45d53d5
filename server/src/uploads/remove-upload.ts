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
