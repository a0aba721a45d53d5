import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import { completeUpload } from './complete-upload.ts'
import { createDiskUploadStore } from './disk-upload-store.ts'
import { createEarlySpeech, EARLY_SPEECH_JOB, type EarlySpeechWork } from './early-speech.ts'
import { removeUpload } from './remove-upload.ts'
import { uploadRoutes, type UploadRoutesDeps } from './routes.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { createUploadsRepo } from './uploads-repo.ts'

interface UploadsOptions {
  db: Database
  queue: Queue
  storage: Storage
  clock: Clock
  billing: Pick<BillingArea, 'plan'>
  /** Where the storage keeps its objects: an upload grows in its place there. */
  bucketFolder: string
  /** Where it is noted how far each upload is. */
  notesFolder: string
}

/** Recordings on their way to the server. */
export function createUploadsArea({
  db,
  queue,
  storage,
  clock,
  billing: { plan },
  bucketFolder,
  notesFolder,
}: UploadsOptions) {
  const uploads = createUploadsRepo(db)
  const store = createDiskUploadStore({ bucketFolder, notesFolder })
  const speech = createEarlySpeech({ uploads, store, storage, queue, clock })
  const deps = { uploads, store, storage, clock, plan, endSpeech: speech.end, wakeSpeech: speech.wake }
  return {
    list: (userId: string) => uploads.listOf(userId),
    complete: (upload: Parameters<typeof completeUpload>[1]) => completeUpload(deps, upload),
    remove: (key: string) => removeUpload(deps, key),
    /** Transcribes uploads while they arrive, by the kind of its jobs. */
    handlers: (work: EarlySpeechWork) => ({ [EARLY_SPEECH_JOB]: speech.handler(work) }),
    /** Housekeeping. */
    tidy: () => sweepUploads(deps),
    routers: (http: Pick<UploadRoutesDeps, 'authenticate' | 'assertRoom'>) => [uploadRoutes({ ...deps, ...http })],
  }
}
export type UploadsArea = ReturnType<typeof createUploadsArea>
