import { nameSchema } from '@callfolio/shared/contract/name.ts'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { uploadKey } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import { assertStorageLimit, type StorageLimitDeps } from './storage-limit.ts'

export interface ReserveDeps extends StorageLimitDeps {
  storage: Storage
  clock: Clock
}

const LONGEST_NAME = 255
const LONGEST_HINTS = 300

const metadataSchema = z.object({
  filename: z.pipe(nameSchema(), z.transform(baseName)).nullish().catch(null),
  filetype: z.string().max(LONGEST_NAME).nullish().catch(null),
  /** Context for the transcription, may be empty; absent: nothing is transcribed before the upload is complete. */
  speech: z
    .string()
    .nullable()
    .transform((hints) => hints?.slice(0, LONGEST_HINTS) ?? '')
    .optional()
    .catch(undefined),
})

/**
 * Registers a new upload under a unique key. A key is never reused: a conflict takes the next millisecond.
 * @param upload the client's announcement: tus `Upload-Metadata`, decoded, and the length in bytes (null: later).
 * @returns the storage key.
 * @throws {AppError} open_uploads_limit_reached, storage_limit_reached, insufficient_storage
 */
export async function reserveUpload(
  deps: ReserveDeps,
  userId: string,
  { metadata, size }: { metadata: unknown; size: number | null },
): Promise<string> {
  const { uploads, store, storage, clock } = deps
  const { filename = null, filetype = null, speech } = metadataSchema.parse(metadata ?? {})
  await assertStorageLimit(deps, userId, size)
  const createdAt = clock()
  for (let timestamp = createdAt.getTime(); ; timestamp += 1) {
    const key = uploadKey(userId, timestamp, getExtension(filename))
    const row = {
      key,
      userId,
      filename,
      filetype,
      size,
      createdAt,
      ...(speech !== undefined && store.isReadable && { speechHints: speech, speechAt: createdAt }),
    }
    const free = (await storage.stat(key)) === null && (await uploads.insert(row))
    if (free) return key
  }
}

/** The name without folders and control characters, keeping its end when it is too long. */
function baseName(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const printable = last.replace(/\p{Cc}/gu, '').trim()
  return printable === '' ? null : printable.slice(-LONGEST_NAME)
}

/** Only a hint for content types; the bytes decide what the file is. */
function getExtension(filename: string | null): string {
  return /\.([a-z0-9]{1,5})$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? 'bin'
}
