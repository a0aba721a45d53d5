import type { FileReader } from 'tus-js-client'
import { ApiError } from '../../api-client.ts'
import { FAILURES } from '../../failures.ts'
import { MAX_UPLOAD_BYTES, tooLargeMessage } from '../../recording-limits.ts'
import { UPLOAD_FAILED } from '../get-failure.ts'
import { isGrowing, type GrowingFile } from './growing-file.ts'
import { sendFile } from './send-file.ts'
import type { UploadEntry } from './upload-entry.ts'
import { FileUnreadable, toUploadFailure } from './upload-failure.ts'
import type { UploadJournal } from './upload-journal.ts'
import { nextTry, pause } from './upload-retries.ts'

export interface UploaderOptions {
  /** Upload endpoint: a path on this page's origin, or a URL. */
  endpoint: string
  /** Called for each request; null: signed out. */
  getAccessToken: () => Promise<string | null>
  /** As in `ApiClientOptions`. */
  onSessionEnded?: (accessToken: string) => Promise<void>
  journal: UploadJournal
  /** How chunks of a file are read; by default they are sent as they are. */
  fileReader?: FileReader
}

export interface UploadRequest {
  /** From `createUploadEntry` for a new upload, from the journal to resume one. */
  entry: UploadEntry
  /** The entry's file (`matchesEntry`); it need not be the same object. A growing one is sent as it grows. */
  file: Blob | GrowingFile
  /** `totalBytes`: the size so far. */
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void
  /** Bytes the server has. */
  onAccepted?: (bytes: number) => void
  signal?: AbortSignal
}

export interface Uploader {
  /**
   * Sends a file, or the rest of it, and keeps the journal up to date. Retries while the network is down.
   * @returns its path on the server, and its size in bytes.
   * @throws ApiError with the server's sentence when it refuses, FileUnreadable, the signal's reason when aborted.
   */
  upload(request: UploadRequest): Promise<{ storagePath: string; bytes: number }>
  /** How many bytes of an entry the server has; null if it no longer has any. */
  receivedBytes(entry: UploadEntry): Promise<number | null>
  /**
   * Makes the server forget an upload, unless a microsite is made of it. @throws ApiError when it doesn't, and
   * `fetch` errors.
   */
  removeReceived(entry: UploadEntry): Promise<void>
}

/** How often progress is saved: often enough to show "43 %" after a reload. */
const SAVE_EVERY_MS = 1000
/** Server codes for an upload that doesn't exist (any more), or belongs to a microsite. */
const NOT_THERE_OR_USED = new Set([403, 404, 410])

/** Creates the uploader that pages and the extension share. */
export function createUploader({
  endpoint,
  getAccessToken,
  onSessionEnded,
  journal,
  fileReader,
}: UploaderOptions): Uploader {
  const absolute = globalThis.location ? new URL(endpoint, globalThis.location.href).href : endpoint

  let token: string | null = null

  async function authorization(): Promise<string> {
    token = await getAccessToken()
    if (token === null) throw new ApiError('no_authorization', 401, FAILURES.no_authorization.sentence)
    return `Bearer ${token}`
  }

  async function ask(method: 'HEAD' | 'DELETE', url: string): Promise<Response> {
    return fetch(url, { method, headers: { 'Tus-Resumable': '1.0.0', 'Authorization': await authorization() } })
  }

  /** A browser that can't save (full disk) still uploads. */
  async function note(id: string, change: Partial<UploadEntry>): Promise<void> {
    await journal.update(id, change).catch(() => {})
  }

  /** Retries until the file has arrived or cannot arrive. */
  async function drive({ entry, file, onProgress, onAccepted, signal }: UploadRequest): Promise<string> {
    let { uploadUrl } = entry
    let accepted = 0
    let triesInVain = 0
    let savedAt = 0
    const progress = (sentBytes: number) => {
      onProgress?.({ sentBytes, totalBytes: sizeFor(file) })
      if (Date.now() - savedAt < SAVE_EVERY_MS) return
      savedAt = Date.now()
      void note(entry.id, { sentBytes })
    }
    for (;;) {
      try {
        return await sendFile(await asFarAsKnown(file, uploadUrl, ask), {
          endpoint: absolute,
          uploadUrl,
          fileName: entry.fileName,
          fileType: entry.fileType,
          speech: entry.speech,
          authorization,
          onUrl: async (url) => {
            uploadUrl = url
            await note(entry.id, { uploadUrl })
          },
          onProgress: progress,
          onAccepted: (bytes) => {
            if (bytes > accepted) triesInVain = 0
            accepted = bytes
            onAccepted?.(bytes)
            void note(entry.id, { sentBytes: bytes })
          },
          signal,
          fileReader,
        })
      } catch (thrown) {
        signal?.throwIfAborted()
        const { status, error } = toUploadFailure(thrown, sizeFor(file))
        if (error instanceof ApiError && error.code === 'session_not_found' && token !== null)
          await onSessionEnded?.(token)
        const next = nextTry(status, triesInVain)
        if (next.action === 'give-up') throw error
        if (status === null) await assertReadable(file, accepted)
        if (next.action === 'restart') {
          // Removed by another tab: the person gave it up there.
          if ((await journal.get(entry.id)) === null) throw error
          uploadUrl = null
          accepted = 0
          onAccepted?.(0)
          await note(entry.id, { uploadUrl, sentBytes: 0 })
        }
        triesInVain += 1
        await pause(next.delayMs, signal)
      }
    }
  }

  return {
    async upload(request) {
      const { entry, file, signal } = request
      if (sizeFor(file) > MAX_UPLOAD_BYTES) throw new ApiError('payload_too_large', 413, tooLargeMessage(sizeFor(file)))
      if (!isGrowing(file) && file.size !== entry.fileSize) throw new FileUnreadable()
      const isPersisted = (await journal.get(entry.id)) !== null
      signal?.throwIfAborted()
      if (!isPersisted) await journal.put(entry).catch(() => {})
      return withUploadLock(`upload ${entry.id}`, signal, async () => {
        // While this tab waited, another may have continued or ended the upload.
        const latest = (await journal.get(entry.id)) ?? entry
        const storagePath = latest.storagePath ?? (await drive({ ...request, entry: latest }))
        const bytes = sizeFor(file)
        await note(entry.id, { storagePath, sentBytes: bytes, fileSize: bytes })
        return { storagePath, bytes }
      })
    },

    async receivedBytes({ uploadUrl, storagePath, fileSize }) {
      if (storagePath !== null) return fileSize
      if (uploadUrl === null) return null
      const response = await ask('HEAD', uploadUrl)
      if (response.status === 404 || response.status === 410) return null
      if (!response.ok) throw new ApiError('unreadable', response.status, UPLOAD_FAILED)
      return Number(response.headers.get('Upload-Offset'))
    },

    async removeReceived({ uploadUrl }) {
      if (uploadUrl === null) return
      const { ok, status } = await ask('DELETE', uploadUrl)
      if (!ok && !NOT_THERE_OR_USED.has(status)) throw new ApiError('unreadable', status, UPLOAD_FAILED)
    },
  }
}

/** Two tabs never drive one upload at once. Without locks (plain http) the server still lets only one write. */
function withUploadLock<T>(name: string, signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  return locks ? locks.request(name, signal ? { signal } : {}, run) : run()
}

/** Once the server knows a file's length it rejects another, so it continues as a regular upload. */
async function asFarAsKnown(
  file: Blob | GrowingFile,
  uploadUrl: string | null,
  ask: (method: 'HEAD', url: string) => Promise<Response>,
): Promise<Blob | GrowingFile> {
  if (!isGrowing(file) || !file.hasEnded() || uploadUrl === null) return file
  const response = await ask('HEAD', uploadUrl)
  return response.headers.has('Upload-Length') ? file.read(0, file.size()) : file
}

function sizeFor(file: Blob | GrowingFile): number {
  return isGrowing(file) ? file.size() : file.size
}

/**
 * No answer can mean no network, or a file that was moved, changed or unplugged: waiting doesn't bring that one back.
 */
async function assertReadable(file: Blob | GrowingFile, offset: number): Promise<void> {
  try {
    const byte = isGrowing(file) ? await file.read(offset, offset + 1) : file.slice(offset, offset + 1)
    await byte.arrayBuffer()
  } catch (cause) {
    throw new FileUnreadable({ cause })
  }
}
