import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { noRoomLeft } from '../kernel/disk-trouble.ts'
import { freeDiskBytes, LEFT_TO_DATABASE_BYTES, whileThereIsRoom } from '../kernel/disk-watch.ts'
import { hasCode, syncPath } from '../storage/durable-file.ts'
import { assertStorageKey } from '../storage/keys.ts'
import { createUploadInfoStore } from './upload-info-store.ts'
import { UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'

/** After so many bytes of an upload it is asked again whether there is room. */
const ASKED_EVERY_BYTES = 1024 * 1024

/** Takes no byte that is the database's, whatever else comes at the same time. */
class RoomLeavingStore extends FileStore {
  override write(bytes: Readable, key: string, offset: number): Promise<number> {
    const kept = whileThereIsRoom(bytes, ASKED_EVERY_BYTES, async () => {
      if ((await freeDiskBytes(this.directory)) < LEFT_TO_DATABASE_BYTES) throw noRoomLeft()
    })
    return super.write(Readable.from(kept, { objectMode: false }), key, offset)
  }
}

/**
 * Uploads that are written straight into the bucket's folder.
 * @param bucketFolder the disk storage's root.
 * @param notesFolder for the info that tus stores; must not lie in the bucket.
 */
export function createDiskUploadStore({
  bucketFolder,
  notesFolder,
}: {
  bucketFolder: string
  notesFolder: string
}): UploadStore {
  const notes = createUploadInfoStore(notesFolder)
  const datastore = new RoomLeavingStore({
    directory: bucketFolder,
    configstore: notes,
    expirationPeriodInMilliseconds: UPLOAD_KEPT_MS,
  })
  const pathOf = (key: string) => {
    assertStorageKey(key)
    return join(bucketFolder, key)
  }
  return {
    datastore,
    isReadable: true,
    async received(key) {
      const note = await notes.get(key)
      const bytes = await sizeOf(pathOf(key))
      return note === undefined || bytes === null ? null : { bytes, announced: note.size ?? null }
    },
    async freeBytes() {
      await mkdir(bucketFolder, { recursive: true })
      return freeDiskBytes(bucketFolder)
    },
    flushSoon(key) {
      // What can't be brought to the disk now is reported by `seal`.
      syncPath(pathOf(key)).catch(() => {})
    },
    async seal(key) {
      await syncPath(pathOf(key))
      // The folders of a user's first upload are new too.
      const depth = key.split('/').length
      for (let level = 0, folder = dirname(pathOf(key)); level < depth; level += 1, folder = dirname(folder))
        await syncPath(folder)
    },
    async forget(key) {
      await notes.delete(key)
    },
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
