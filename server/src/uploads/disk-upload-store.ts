import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { noSpaceLeft } from '../kernel/disk-trouble.ts'
import { freeDiskBytes, LEFT_TO_DATABASE_BYTES, whileSpaceLasts } from '../kernel/disk-watch.ts'
import { hasCode, syncPath } from '../storage/durable-file.ts'
import { assertStorageKey } from '../storage/keys.ts'
import { createUploadInfoStore } from './upload-info-store.ts'
import { UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'

/** Checks for space again after this many bytes of an upload. */
const ASKED_EVERY_BYTES = 1024 * 1024

/** Accepts no byte of the space reserved for the database, even with concurrent writes. */
class SpaceLimitedStore extends FileStore {
  override write(bytes: Readable, key: string, offset: number): Promise<number> {
    const kept = whileSpaceLasts(bytes, ASKED_EVERY_BYTES, async () => {
      if ((await freeDiskBytes(this.directory)) < LEFT_TO_DATABASE_BYTES) throw noSpaceLeft()
    })
    return super.write(Readable.from(kept, { objectMode: false }), key, offset)
  }
}

/**
 * Uploads written directly into the bucket's folder.
 * @param bucketFolder the disk storage's root.
 * @param notesFolder for the info that tus stores; must be outside the bucket.
 */
export function createDiskUploadStore({
  bucketFolder,
  notesFolder,
}: {
  bucketFolder: string
  notesFolder: string
}): UploadStore {
  const notes = createUploadInfoStore(notesFolder)
  const datastore = new SpaceLimitedStore({
    directory: bucketFolder,
    configstore: notes,
    expirationPeriodInMilliseconds: UPLOAD_KEPT_MS,
  })
  const getPath = (key: string) => {
    assertStorageKey(key)
    return join(bucketFolder, key)
  }
  return {
    datastore,
    isReadable: true,
    async received(key) {
      const note = await notes.get(key)
      const bytes = await sizeFor(getPath(key))
      return note === undefined || bytes === null ? null : { bytes, announced: note.size ?? null }
    },
    async freeBytes() {
      await mkdir(bucketFolder, { recursive: true })
      return freeDiskBytes(bucketFolder)
    },
    flushSoon(key) {
      // `seal` reports a failed flush.
      syncPath(getPath(key)).catch(() => {})
    },
    async seal(key) {
      await syncPath(getPath(key))
      // A user's first upload creates folders too.
      const depth = key.split('/').length
      for (let level = 0, folder = dirname(getPath(key)); level < depth; level += 1, folder = dirname(folder))
        await syncPath(folder)
    },
    async forget(key) {
      await notes.delete(key)
    },
  }
}

async function sizeFor(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
