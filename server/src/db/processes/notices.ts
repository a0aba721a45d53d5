/** What processes notify each other about. */
export type Topic =
  /** A job is ready; the text has its lane and kind, or is empty. */
  | 'job.ready'
  /** The jobs on a subject were removed; the text is its ID. */
  | 'job.removed'
  /** A process is waiting for a lock; the text is its name. */
  | 'lock.wanted'
  /** An import's progress or end; the text is JSON. */
  | 'import.progress'
  /** Work that one process does for all was done; the text is its name. */
  | 'work.done'
  /** The operator changed a setting; the text says which. */
  | 'setting.changed'
  /** A request to a worker; the text is JSON. */
  | 'worker.asked'
  /** A worker's response; the text is JSON. */
  | 'worker.answered'

/** @param text null: the listener may have missed something. */
export type Listener = (text: string | null) => void

/**
 * Short messages among all processes on a database. A message can be lost with a connection, so anything that depends
 * on one also polls after a while.
 */
export interface Notices {
  /** Sends it to every process, including this one. Returns at once. */
  send(topic: Topic, text?: string): void
  /** @returns a function that removes the listener. */
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
    /** Notifies all listeners that they may have missed something. */
    missed: () => [...listeners.keys()].forEach((topic) => publish(topic, null)),
  }
}
