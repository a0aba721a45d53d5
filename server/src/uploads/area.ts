import type { BillingArea } from '../billing/area.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import { completeUpload } from './complete-upload.ts'
import { createDiskUploadStore } from './disk-upload-store.ts'
import { removeUpload } from './remove-upload.ts'
import { uploadRoutes, type UploadRoutesDeps } from './routes.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { createUploadsRepo } from './uploads-repo.ts'

interface UploadsOptions {
  db: Database
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
  storage,
  clock,
  billing: { plan },
  bucketFolder,
  notesFolder,
}: UploadsOptions) {
  const uploads = createUploadsRepo(db)
  const deps = { uploads, store: createDiskUploadStore({ bucketFolder, notesFolder }), storage, clock, plan }
  return {
    list: (userId: string) => uploads.listOf(userId),
    complete: (upload: Parameters<typeof completeUpload>[1]) => completeUpload(deps, upload),
    remove: (key: string) => removeUpload(deps, key),
    /** Housekeeping. */
    tidy: () => sweepUploads(deps),
    routers: (http: Pick<UploadRoutesDeps, 'authenticate' | 'assertRoom'>) => [uploadRoutes({ ...deps, ...http })],
  }
}
export type UploadsArea = ReturnType<typeof createUploadsArea>
