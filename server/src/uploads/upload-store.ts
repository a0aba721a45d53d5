import type { DataStore } from '@tus/server'

/** Stores the bytes of unfinished uploads. They are written at their final key, so that finishing moves nothing. */
export interface UploadStore {
  /** The store tus reads and writes; an upload's ID is its storage key. */
  datastore: DataStore
  /** Whether received bytes can be read before the upload is complete. */
  isReadable: boolean
  /** The received bytes, and the announced ones (null: not yet). @returns null when there is no such upload. */
  received(key: string): Promise<{ bytes: number; announced: number | null } | null>
  /** Bytes that can still be written. */
  freeBytes(): Promise<number>
  /** Starts flushing received bytes to disk, so that `seal` has little left to wait for. Returns at once. */
  flushSoon(key: string): void
  /** Makes a complete upload survive a power cut. */
  seal(key: string): Promise<void>
  /** Deletes what the store recorded about an upload, not its bytes. No error when there is nothing. */
  forget(key: string): Promise<void>
}
