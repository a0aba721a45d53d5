/** What processes send one another. */
export type Topic =
  /** A job is ready. */
  | 'job.ready'
  /** The jobs on a thing were removed; the text is its id. */
  | 'job.removed'
  /** Somebody waits for a lock; the text is its name. */
  | 'lock.wanted'
  /** How far an import is, or that it ended; the text is JSON. */
  | 'import.progress'
  /** Work that one process does for all was done; the text is its name. */
  | 'work.done'
  /** The operator changed what this is about; the text says what. */
  | 'setting.changed'
  /** A worker is asked to do something; the text is JSON. */
  | 'worker.asked'
  /** What came of it; the text is JSON. */
  | 'worker.answered'

/** @param text null: the listener may have missed something. */
export type Listener = (text: string | null) => void

/**
 * Short messages among all processes on a database. One may be lost, with a connection: whatever depends on them polls
 * again by itself after a while.
 */
export interface Notices {
  /** Sends it to every process, this one included. Returns at once. */
  send(topic: Topic, text?: string): void
  /** @returns the listener's removal. */
  on(topic: Topic, listener: Listener): () => void
}

/** Messages within this process only. */
export function createLocalNotices(): Notices & { missed(): void } {
  const listeners = new Map<Topic, Set<Listener>>()
  const publish = (topic: Topic, text: string | null) => listeners.get(topic)?.forEach((listener) => listener(text))
  return {
    send: (topic, text = '') => publish(topic, text),
    on(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set()
      listeners.set(topic, ofTopic.add(listener))
      return () => void ofTopic.delete(listener)
    },
    /** Notifies all listeners that something may not have come. */
    missed: () => [...listeners.keys()].forEach((topic) => publish(topic, null)),
  }
}
