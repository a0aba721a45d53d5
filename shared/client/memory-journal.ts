import type { UploadEntry } from './upload-entry.ts'
import type { UploadJournal } from './upload-journal.ts'

/** A journal that ends with the page. */
export function createMemoryJournal(): UploadJournal {
  const entries = new Map<string, UploadEntry>()
  return {
    list: async () => [...entries.values()].sort((a, b) => b.createdAt - a.createdAt),
    get: async (id) => entries.get(id) ?? null,
    put: async (entry) => void entries.set(entry.id, entry),
    async update(id, change) {
      const entry = entries.get(id)
      if (entry) entries.set(id, { ...entry, ...change })
    },
    remove: async (id) => void entries.delete(id),
  }
}
