import type { SupportedStorage } from '@supabase/auth-js'
import { openDB, type DBSchema } from 'idb'

interface SessionSchema extends DBSchema {
  sessions: { key: string; value: string }
}

/**
 * Stores the session where popup, side panel, background and offscreen page can all access it: the offscreen page has
 * no `chrome.storage`, and a worker has no localStorage.
 * @param server the session's server address; each server has its own session.
 */
export function openSessionStorage(server: string): SupportedStorage {
  const opened = openDB<SessionSchema>('account', 1, {
    upgrade(database) {
      database.createObjectStore('sessions')
    },
  })
  const name = (key: string): string => `${server} ${key}`
  return {
    getItem: async (key) => (await (await opened).get('sessions', name(key))) ?? null,
    async setItem(key, value) {
      // Strict durability: losing a refreshed token would sign the person out.
      const transaction = (await opened).transaction('sessions', 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(value, name(key)), transaction.done])
    },
    removeItem: async (key) => (await opened).delete('sessions', name(key)),
  }
}
