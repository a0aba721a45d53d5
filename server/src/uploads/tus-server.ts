import { MemoryLocker, Server } from '@tus/server'
import { toTusError } from './tus-errors.ts'
import { keyOfSegment, UPLOADS_PATH, uploadUrl } from './upload-id.ts'
import type { UploadStore } from './upload-store.ts'

export interface TusServerOptions {
  store: UploadStore
  /** Largest upload in bytes. */
  maxBytes: number
  /** Finds the key of a new upload. */
  reserve: (request: Request, metadata: Record<string, string | null> | undefined) => Promise<string>
  /** Runs after an upload's last byte; what it returns goes out as headers, what it throws as the answer. */
  finish: (request: Request, key: string) => Promise<Record<string, string>>
}

/** The tus 1.0 protocol over a store. Whose an upload is, is decided before a request comes here. */
export function createTusServer({ store, maxBytes, reserve, finish }: TusServerOptions): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: store.datastore,
    locker: new MemoryLocker(),
    maxSize: maxBytes,
    relativeLocation: true,
    // A finished upload may be a microsite's already; what nobody uses is swept.
    disableTerminationForFinishedUploads: true,
    namingFunction: (request, metadata) => reserve(request, metadata),
    generateUrl: (_request, { id }) => uploadUrl(id),
    getFileIdFromRequest: (_request, segment) => keyOfSegment(segment ?? '') ?? undefined,
    onUploadFinish: async (request, upload) => ({ headers: await finish(request, upload.id) }),
    onResponseError: (_request, error) => toTusError(error, maxBytes),
  })
}
