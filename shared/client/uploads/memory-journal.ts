import { discardedEntry, type UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'

/** An in-memory journal, lost with the page. */
export function createMemoryJournal(): UploadJournal {
  const entries = new Map<string, UploadEntry>()
  const kept = (discarded: boolean) =>
    [...entries.values()].filter(({ discardedAt }) => (discardedAt !== undefined) === discarded)
  return {
    list: async () => kept(false).sort((a, b) => b.createdAt - a.createdAt),
    get: async (id) => kept(false).find((entry) => entry.id === id) ?? null,
    listDiscarded: async () => kept(true),
    discard: async (entry, at) => void entries.set(entry.id, discardedEntry(entries.get(entry.id) ?? entry, at)),
    put: async (entry) => void entries.set(entry.id, entry),
    async update(id, change) {
      const entry = entries.get(id)
      if (entry) entries.set(id, { ...entry, ...change })
    },
    remove: async (id) => void entries.delete(id),
  }
}
