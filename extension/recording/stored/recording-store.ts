import { openDB, type DBSchema } from 'idb'
import { recordingSchema, type Recording } from './recording.ts'

/** The stored recordings, which survive a browser restart. */
export interface RecordingStore {
  /** Newest first. */
  list(): Promise<Recording[]>
  get(id: string): Promise<Recording | null>
  put(recording: Recording): Promise<void>
  /** Changes some fields atomically. Does nothing if the recording is gone. */
  update(id: string, change: Partial<Omit<Recording, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

interface RecordingsSchema extends DBSchema {
  recordings: { key: string; value: unknown }
}

/** Opens the takes in the extension's IndexedDB. */
export function openRecordingStore(name = 'recordings'): RecordingStore {
  const opened = openDB<RecordingsSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('recordings', { keyPath: 'id' })
    },
  })
  // Strict durability: a browser crash a second later loses nothing.
  const write = async () => (await opened).transaction('recordings', 'readwrite', { durability: 'strict' })
  const get = async (id: string) => readRecording(await (await opened).get('recordings', id))
  return {
    async list() {
      const recordings = (await (await opened).getAll('recordings'))
        .map(readRecording)
        .filter((recording) => recording !== null)
      return recordings.sort((a, b) => b.startedAt - a.startedAt)
    },
    get,
    async put(recording) {
      const transaction = await write()
      await Promise.all([transaction.store.put(recording), transaction.done])
    },
    async update(id, change) {
      const transaction = await write()
      const recording = readRecording(await transaction.store.get(id))
      await Promise.all([recording && transaction.store.put({ ...recording, ...change }), transaction.done])
    },
    async remove(id) {
      const transaction = await write()
      await Promise.all([transaction.store.delete(id), transaction.done])
    },
  }
}

/** @returns null for entries of another version of this program that this one can't read. */
function readRecording(stored: unknown): Recording | null {
  return recordingSchema.safeParse(stored).data ?? null
}
