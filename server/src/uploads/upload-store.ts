import type { DataStore } from '@tus/server'

/** Where the bytes of unfinished uploads go. They arrive at their final key, so that finishing moves nothing. */
export interface UploadStore {
  /** What tus reads and writes; an upload's id is its storage key. */
  datastore: DataStore
  /** Whether the storage can read what has arrived before the upload is whole. */
  isReadable: boolean
  /** How much has arrived, and how much was announced (null: not yet). @returns null when there is no such upload. */
  received(key: string): Promise<{ bytes: number; announced: number | null } | null>
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>
  /** Begins to bring to the disk what has arrived, so that `seal` has little left to wait for. Returns at once. */
  flushSoon(key: string): void
  /** Makes a whole upload survive a power cut. */
  seal(key: string): Promise<void>
  /** Drops what the store recorded about an upload, not its bytes. No error when there is nothing. */
  forget(key: string): Promise<void>
}
