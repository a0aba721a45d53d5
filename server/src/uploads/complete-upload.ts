import { NOT_A_VIDEO_MESSAGE } from '@callfolio/shared/recording-limits.ts'
import type { UploadRow } from '../db/schema.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { isRecording } from './recording-type.ts'
import { removeUpload, type UploadDeps } from './remove-upload.ts'

/** A complete upload that is a recording. */
export interface CompletedUpload {
  key: string
  /** Bytes. */
  size: number
  /** As the browser sent it; for display only, never for decisions. */
  filename: string | null
  filetype: string | null
}

/**
 * Completes an upload: all bytes are safe on disk and are a recording. May be called repeatedly, by the request that
 * notices the last byte has arrived; deletes anything that is not a recording.
 * @throws AppError not_found (also for another user's), upload_incomplete, not_a_video
 */
export async function completeUpload(
  deps: UploadDeps & { clock: Clock },
  { userId, key }: { userId: string; key: string },
): Promise<CompletedUpload> {
  const upload = await deps.uploads.findOwned(userId, key)
  const size = upload && (upload.completedAt ? await storedSize(deps, key) : await verifyAndComplete(deps, upload))
  if (!upload || size === null) throw new AppError('not_found', 'Upload not found.')
  return { key, size, filename: upload.filename, filetype: upload.filetype }
}

async function verifyAndComplete(deps: UploadDeps & { clock: Clock }, { key }: UploadRow): Promise<number | null> {
  const { uploads, store, clock } = deps
  const received = await store.received(key)
  if (received === null) return null
  if (received.bytes !== received.announced) throw new AppError('upload_incomplete', 'The upload isn’t complete yet.')
  if (received.bytes === 0 || !(await isSealedRecording(deps, key, received.bytes))) {
    // Another request discarded it in the meantime.
    if ((await store.received(key)) === null) return null
    await removeUpload(deps, key)
    throw new AppError('not_a_video', NOT_A_VIDEO_MESSAGE)
  }
  await uploads.markCompleted(key, received.bytes, clock())
  return received.bytes
}

async function isSealedRecording({ store, storage }: UploadDeps, key: string, bytes: number): Promise<boolean> {
  try {
    await store.seal(key)
    // Only a file stored in full may be deleted as not a recording: the storage may have lost some of it, or returned
    // something else.
    if ((await storage.stat(key))?.size !== bytes)
      throw new Error('Part of a complete upload is missing from the storage.')
    return await isRecording(await storage.read(key, { start: 0, end: bytes - 1 }))
  } catch (error) {
    if ((await store.received(key)) === null) return false
    throw error
  }
}

async function storedSize({ storage }: UploadDeps, key: string): Promise<number | null> {
  return (await storage.stat(key))?.size ?? null
}
