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
  /** Finds the key of a new upload. */
  reserve: (request: Request, metadata: Record<string, string | null> | undefined) => Promise<string>
  /** Runs after an upload's last byte; what it returns goes out as headers, what it throws as the answer. */
  finish: (request: Request, key: string) => Promise<Record<string, string>>
  disk: Pick<DiskWatch, 'note' | 'check'>
}

/** A request that has an upload and doesn't release it by then, though asked to, is stuck. */
const LET_GO_MS = 30_000

/** One request writes an upload at a time, in whichever process: a later one ends it, as its client has lost it. */
function lockerOf(locks: Locks): Locker {
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

/** The tus 1.0 protocol over a store. Whose an upload is, is decided before a request comes here. */
export function createTusServer({ store, locks, maxBytes, reserve, finish, disk }: TusServerOptions): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: store.datastore,
    locker: lockerOf(locks),
    maxSize: maxBytes,
    relativeLocation: true,
    // Whole ones are ended by `endWhole`: they may be a microsite's already.
    disableTerminationForFinishedUploads: true,
    namingFunction: (request, metadata) => reserve(request, metadata),
    generateUrl: (_request, { id }) => uploadUrl(id),
    getFileIdFromRequest: (_request, segment) => keyOfSegment(segment ?? '') ?? undefined,
    onUploadFinish: async (request, upload) => ({ headers: await finish(request, upload.id) }),
    onResponseError: (_request, error) => toTusError(error, { maxBytes, disk }),
  })
}
