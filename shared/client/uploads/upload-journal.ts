import type { UploadEntry } from './upload-entry.ts'

/** Stores uploads across reloads, crashes and a closed extension. */
export interface UploadJournal {
  /** Newest first, of all users of this browser; excludes discarded ones, like `get`. */
  list(): Promise<UploadEntry[]>
  get(id: string): Promise<UploadEntry | null>
  /** Uploads passed to `discard` that the server may not know about yet. */
  listDiscarded(): Promise<UploadEntry[]>
  /**
   * Reduces an upload, atomically, to what the server needs to forget it: the last saved URL stays.
   * @param at ms since 1970.
   */
  discard(entry: UploadEntry, at: number): Promise<void>
  put(entry: UploadEntry): Promise<void>
  /**
   * Changes some fields atomically, so that two tabs don't overwrite each other. Does nothing if the entry is gone.
   */
  update(id: string, change: Partial<Omit<UploadEntry, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

/** The upload of one of the extension's recordings, if it was started. */
export async function findRecordingEntry(
  journal: Pick<UploadJournal, 'list'>,
  recordingId: string,
): Promise<UploadEntry | null> {
  return (await journal.list()).find((entry) => entry.recordingId === recordingId) ?? null
}
