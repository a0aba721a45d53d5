import { mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { hasCode, syncPath } from '../storage/durable-file.ts'
import { assertStorageKey } from '../storage/keys.ts'
import { createUploadInfoStore } from './upload-info-store.ts'
import { UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Uploads that are written straight into the bucket's folder.
 * @param bucketFolder the disk storage's root.
 * @param notesFolder for tus's own notes; must not lie in the bucket.
 */
export function createDiskUploadStore({
  bucketFolder,
  notesFolder,
}: {
  bucketFolder: string
  notesFolder: string
}): UploadStore {
  const notes = createUploadInfoStore(notesFolder)
  const datastore = new FileStore({
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
      const { bavail, bsize } = await statfs(bucketFolder)
      return bavail * bsize
    },
    flushSoon(key) {
      // What can't be brought to the disk now is told by `seal`.
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
