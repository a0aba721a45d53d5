import { createThread } from '../process/thread.ts'

/** The thread ends when nothing was asked for so long. */
const IDLE_MS = 10_000

/** The two ends of a connection, by which the system knows it. */
export interface Ports {
  local: number
  remote: number
}

/**
 * Asks how many bytes the system holds of each of these connections because its peer has not acknowledged them.
 * @returns null: not known.
 */
export type ReadSendQueues = (connections: readonly Ports[]) => Promise<readonly (number | null)[]>

/** The system lists all connections of the machine, of which it may have thousands: a thread of its own reads that. */
export function createReadSendQueues(): ReadSendQueues {
  const thread = createThread<readonly Ports[], (number | null)[]>({
    script: new URL('send-queues-worker.ts', import.meta.url),
    idleMs: IDLE_MS,
  })
  // Where no thread can be started, nothing is known; the next question starts another one.
  return (connections) => thread.ask(connections).catch(() => connections.map(() => null))
}
