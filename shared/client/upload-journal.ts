import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { createMemoryJournal } from './memory-journal.ts'
import { uploadEntrySchema, type UploadEntry } from './upload-entry.ts'

/** Remembers uploads beyond a reload, a killed browser and a closed extension. */
export interface UploadJournal {
  /** Newest first, of all users of this browser; without what was discarded, here and in `get`. */
  list(): Promise<UploadEntry[]>
  get(id: string): Promise<UploadEntry | null>
  /** Those of `discardedEntry`, whose server may not know it yet. */
  listDiscarded(): Promise<UploadEntry[]>
  put(entry: UploadEntry): Promise<void>
  /** Changes some fields in one step, so that two tabs don't undo each other. Nothing happens when the entry is gone. */
  update(id: string, change: Partial<Omit<UploadEntry, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

/** The upload of one of the extension's recordings, if it was begun. */
export async function findTakeEntry(journal: Pick<UploadJournal, 'list'>, takeId: string): Promise<UploadEntry | null> {
  return (await journal.list()).find((entry) => entry.takeId === takeId) ?? null
}

interface JournalSchema extends DBSchema {
  entries: { key: string; value: unknown }
}

/**
 * Opens the journal of this origin in IndexedDB, which an extension's offscreen page has too. Where the browser keeps
 * nothing (some private windows) it lasts as long as the page.
 */
export function openUploadJournal(name = 'upload-journal'): UploadJournal {
  const opened = openDB<JournalSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' })
    },
  }).then(indexedDbJournal, createMemoryJournal)
  return {
    list: async () => (await opened).list(),
    get: async (id) => (await opened).get(id),
    listDiscarded: async () => (await opened).listDiscarded(),
    put: async (entry) => (await opened).put(entry),
    update: async (id, change) => (await opened).update(id, change),
    remove: async (id) => (await opened).remove(id),
  }
}

function indexedDbJournal(database: IDBPDatabase<JournalSchema>): UploadJournal {
  // Strict: what was noted is on disk when the promise settles; a browser that is killed a second later loses nothing.
  const write = () => database.transaction('entries', 'readwrite', { durability: 'strict' })
  const all = async () => (await database.getAll('entries')).map(readEntry).filter((entry) => entry !== null)
  return {
    async list() {
      return (await all()).filter((entry) => !isDiscarded(entry)).sort((a, b) => b.createdAt - a.createdAt)
    },
    async get(id) {
      const entry = readEntry(await database.get('entries', id))
      return entry === null || isDiscarded(entry) ? null : entry
    },
    listDiscarded: async () => (await all()).filter(isDiscarded),
    async put(entry) {
      const transaction = write()
      await Promise.all([transaction.store.put(entry), transaction.done])
    },
    async update(id, change) {
      const transaction = write()
      const entry = readEntry(await transaction.store.get(id))
      await Promise.all([entry && transaction.store.put({ ...entry, ...change }), transaction.done])
    },
    async remove(id) {
      const transaction = write()
      await Promise.all([transaction.store.delete(id), transaction.done])
    },
  }
}

function isDiscarded({ discardedAt }: UploadEntry): boolean {
  return discardedAt !== undefined
}

/** @returns null for what another version of this program wrote and this one can't read. */
function readEntry(stored: unknown): UploadEntry | null {
  return uploadEntrySchema.safeParse(stored).data ?? null
}
