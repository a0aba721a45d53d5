import { openDB, type DBSchema } from 'idb'
import { takeSchema, type Take } from './take.ts'

/** The stored takes, which survive a browser restart. */
export interface TakeStore {
  /** Newest first. */
  list(): Promise<Take[]>
  get(id: string): Promise<Take | null>
  put(take: Take): Promise<void>
  /** Changes some fields atomically. Does nothing if the take is gone. */
  update(id: string, change: Partial<Omit<Take, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

interface TakesSchema extends DBSchema {
  takes: { key: string; value: unknown }
}

/** Opens the takes in the extension's IndexedDB. */
export function openTakeStore(name = 'takes'): TakeStore {
  const opened = openDB<TakesSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('takes', { keyPath: 'id' })
    },
  })
  // Strict durability: a browser crash a second later loses nothing.
  const write = async () => (await opened).transaction('takes', 'readwrite', { durability: 'strict' })
  const get = async (id: string) => readTake(await (await opened).get('takes', id))
  return {
    async list() {
      const takes = (await (await opened).getAll('takes')).map(readTake).filter((take) => take !== null)
      return takes.sort((a, b) => b.startedAt - a.startedAt)
    },
    get,
    async put(take) {
      const transaction = await write()
      await Promise.all([transaction.store.put(take), transaction.done])
    },
    async update(id, change) {
      const transaction = await write()
      const take = readTake(await transaction.store.get(id))
      await Promise.all([take && transaction.store.put({ ...take, ...change }), transaction.done])
    },
    async remove(id) {
      const transaction = await write()
      await Promise.all([transaction.store.delete(id), transaction.done])
    },
  }
}

/** @returns null for entries of another version of this program that this one can't read. */
function readTake(stored: unknown): Take | null {
  return takeSchema.safeParse(stored).data ?? null
}
