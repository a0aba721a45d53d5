import { ERRORS, Server, type Locker } from '@tus/server'
import type { Locks } from '../db/processes/locks.ts'
import type { DiskWatch } from '../kernel/disk-watch.ts'
import { toTusError } from './tus-errors.ts'
import { keyOfSegment, UPLOADS_PATH, uploadUrl } from './upload-id.ts'
import type { UploadStore } from './upload-store.ts'

export interface TusServerOptions {
  store: UploadStore
  locks: Locks
  /** Largest upload in bytes. */
  maxBytes: number
  /** Chooses the key of a new upload. */
  reserve: (request: Request, metadata: Record<string, string | null> | undefined) => Promise<string>
  /** Runs after an upload's last byte; its result becomes headers, its error the response. */
  complete: (request: Request, key: string) => Promise<Record<string, string>>
  disk: Pick<DiskWatch, 'note' | 'check'>
}

/** A request that still holds an upload by then, though asked to release it, is stuck. */
const LET_GO_MS = 30_000

/**
 * One request writes an upload at a time, across processes: a later one ends it, because its client has abandoned it.
 */
function getLocker(locks: Locks): Locker {
  return {
    newLock(key) {
      let release: (() => Promise<void>) | null = null
      return {
        async lock(signal, letGo) {
          const late = AbortSignal.timeout(LET_GO_MS)
          try {
            release = await locks.take(`upload ${key}`, {
              signal: AbortSignal.any([signal, late]),
              onWanted: () => void letGo(),
            })
          } catch (error) {
            throw late.aborted || signal.aborted ? ERRORS.ERR_LOCK_TIMEOUT : error
          }
        },
        unlock: async () => release?.(),
      }
    },
  }
}

/** The tus 1.0 protocol over a store. Ownership is checked before a request gets here. */
export function createTusServer({ store, locks, maxBytes, reserve, complete, disk }: TusServerOptions): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: store.datastore,
    locker: getLocker(locks),
    maxSize: maxBytes,
    relativeLocation: true,
    // `removeCompleteUpload` deletes complete ones, because a microsite may already use them.
    disableTerminationForFinishedUploads: true,
    namingFunction: (request, metadata) => reserve(request, metadata),
    generateUrl: (_request, { id }) => uploadUrl(id),
    getFileIdFromRequest: (_request, segment) => keyOfSegment(segment ?? '') ?? undefined,
    onUploadFinish: async (request, upload) => ({ headers: await complete(request, upload.id) }),
    onResponseError: (_request, error) => toTusError(error, { maxBytes, disk }),
  })
}
