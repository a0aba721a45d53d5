import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { createMemoryJournal } from './memory-journal.ts'
import { discardedEntry, uploadEntrySchema, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'

interface JournalSchema extends DBSchema {
  entries: { key: string; value: unknown }
}

/**
 * Opens this origin's journal in IndexedDB, which an extension's offscreen page has too. If the browser stores
 * nothing (some private windows), the journal lasts as long as the page.
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
    discard: async (entry, at) => (await opened).discard(entry, at),
    put: async (entry) => (await opened).put(entry),
    update: async (id, change) => (await opened).update(id, change),
    remove: async (id) => (await opened).remove(id),
  }
}

/** Opens the journal of recordings' sounds, separate from the uploads that the person sees. */
export function openSoundJournal(): UploadJournal {
  return openUploadJournal('sound-journal')
}

function indexedDbJournal(database: IDBPDatabase<JournalSchema>): UploadJournal {
  // Strict durability: data is on disk when the promise settles, so a browser crash a second later loses nothing.
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
    async discard(entry, at) {
      const transaction = write()
      const saved = readEntry(await transaction.store.get(entry.id))
      await Promise.all([transaction.store.put(discardedEntry(saved ?? entry, at)), transaction.done])
    },
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

/** @returns null for entries of another version of this program that this one can't read. */
function readEntry(stored: unknown): UploadEntry | null {
  return uploadEntrySchema.safeParse(stored).data ?? null
}
