import type { UploadEntry } from './upload-entry.ts'

/** Remembers uploads beyond a reload, a killed browser and a closed extension. */
export interface UploadJournal {
  /** Newest first, of all users of this browser; without what was discarded, here and in `get`. */
  list(): Promise<UploadEntry[]>
  get(id: string): Promise<UploadEntry | null>
  /** Those of `discard`, whose server may not know it yet. */
  listDiscarded(): Promise<UploadEntry[]>
  /**
   * Keeps of an upload what the server needs to forget it, in one step: the address that was saved last stays.
   * @param at ms since 1970.
   */
  discard(entry: UploadEntry, at: number): Promise<void>
  put(entry: UploadEntry): Promise<void>
  /** Changes some fields in one step, so that two tabs don't undo each other. Nothing happens when the entry is gone. */
  update(id: string, change: Partial<Omit<UploadEntry, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

/** The upload of one of the extension's recordings, if it was begun. */
export async function findTakeEntry(journal: Pick<UploadJournal, 'list'>, takeId: string): Promise<UploadEntry | null> {
  return (await journal.list()).find((entry) => entry.takeId === takeId) ?? null
}
