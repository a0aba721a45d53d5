import { openDB, type DBSchema } from 'idb'
import type { CaptionLine, CaptionsChanged, CaptionSession } from '../messaging/captions-protocol.ts'

export interface StoredSession extends CaptionSession {
  /** Where the meeting took place; null if unknown. */
  tabId: number | null
  lastLineAt: number
}

/** The collected captions, until they are forgotten. */
export interface CaptionStore {
  change(message: CaptionsChanged, tabId: number | null, at: number): Promise<void>
  /** Newest first, each with the number of its lines. */
  sessions(): Promise<{ session: StoredSession; lines: number }[]>
  lines(sessionIds: readonly string[]): Promise<CaptionLine[]>
  /** @returns the number of forgotten sessions. */
  forget(sessionIds: readonly string[]): Promise<number>
}

interface CaptionsSchema extends DBSchema {
  sessions: { key: string; value: StoredSession }
  lines: { key: [string, string]; value: CaptionLine & { sessionId: string } }
}

/** Opens the captions in the extension's IndexedDB, which its background, pages and offscreen document share. */
export function openCaptionStore(name = 'captions'): CaptionStore {
  const opened = openDB<CaptionsSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('sessions', { keyPath: 'id' })
      database.createObjectStore('lines', { keyPath: ['sessionId', 'id'] })
    },
  })
  // Strict durability: a browser crash a second later loses nothing.
  const write = async () => (await opened).transaction(['sessions', 'lines'], 'readwrite', { durability: 'strict' })

  return {
    async change({ session, put, removed }, tabId, at) {
      const transaction = await write()
      const [sessions, lines] = [transaction.objectStore('sessions'), transaction.objectStore('lines')]
      const lastLineAt = put.length > 0 ? at : ((await sessions.get(session.id))?.lastLineAt ?? 0)
      await Promise.all([
        sessions.put({ ...session, tabId, lastLineAt }),
        ...put.map((line) => lines.put({ ...line, sessionId: session.id })),
        ...removed.map((id) => lines.delete([session.id, id])),
        transaction.done,
      ])
    },
    async sessions() {
      const database = await opened
      const sessions = (await database.getAll('sessions')).sort((a, b) => b.startedAt - a.startedAt)
      return Promise.all(
        sessions.map(async (session) => ({ session, lines: await database.count('lines', getLines(session.id)) })),
      )
    },
    async lines(sessionIds) {
      const database = await opened
      const found = await Promise.all(sessionIds.map((id) => database.getAll('lines', getLines(id))))
      return found.flat()
    },
    async forget(sessionIds) {
      const transaction = await write()
      const known = await Promise.all(sessionIds.map((id) => transaction.objectStore('sessions').getKey(id)))
      await Promise.all([
        ...sessionIds.flatMap((id) => [
          transaction.objectStore('sessions').delete(id),
          transaction.objectStore('lines').delete(getLines(id)),
        ]),
        transaction.done,
      ])
      return known.filter((id) => id !== undefined).length
    },
  }
}

/** An array sorts after every string. */
function getLines(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []])
}
