import { openDB, type DBSchema } from 'idb'

/** The folder that a person watches for new recordings. */
export interface WatchedFolder {
  handle: FileSystemDirectoryHandle
  /** Older recordings are not offered. ms since 1970 */
  since: number
  /** Files that were uploaded or dismissed, by `fileKey`. */
  handled: string[]
}

interface FolderSchema extends DBSchema {
  folders: { key: string; value: WatchedFolder }
}

const ONLY = 'watched'
const WEEK_MS = 7 * 24 * 60 * 60_000
/** Older ones are left out by then. */
const MOST_HANDLED = 500

const opened = () =>
  openDB<FolderSchema>('watched-folder', 1, { upgrade: (database) => void database.createObjectStore('folders') })

export async function readWatchedFolder(): Promise<WatchedFolder | null> {
  const database = await opened()
  const folder = await database.get('folders', ONLY)
  database.close()
  return folder ?? null
}

/** Replaces the watched folder, and offers recordings of the last week at first. @param folder null: none. */
export async function watchFolder(folder: FileSystemDirectoryHandle | null): Promise<void> {
  const database = await opened()
  if (folder === null) await database.delete('folders', ONLY)
  else await database.put('folders', { handle: folder, since: Date.now() - WEEK_MS, handled: [] }, ONLY)
  database.close()
}

/** Stops offering these files. */
export async function markHandled(files: readonly File[]): Promise<void> {
  const database = await opened()
  const transaction = database.transaction('folders', 'readwrite')
  const folder = await transaction.store.get(ONLY)
  if (folder) {
    const handled = [...folder.handled, ...files.map(fileKey)].slice(-MOST_HANDLED)
    await transaction.store.put({ ...folder, handled }, ONLY)
  }
  await transaction.done
  database.close()
}

/** Identifies a file's content well enough: a recorder never writes two files of one name at one time. */
export function fileKey({ name, lastModified, size }: Pick<File, 'name' | 'lastModified' | 'size'>): string {
  return `${name}/${lastModified}/${size}`
}
