import { Worker } from 'node:worker_threads'

/** Its thread ends when nothing was asked for so long. */
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
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  /** Questions that are not answered yet, in their order. */
  let asked: ((queues: (number | null)[] | null) => void)[] = []

  function start(): Worker {
    const started = new Worker(new URL('send-queues-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (queues: (number | null)[]) => asked.shift()?.(queues))
    // Where no thread can be started, nothing is known; the next question starts another one.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) forget()
    })
    return started
  }

  function forget(): void {
    worker = null
    for (const answer of asked) answer(null)
    asked = []
  }

  return async (connections) => {
    clearTimeout(idle)
    worker ??= start()
    const answered = Promise.withResolvers<(number | null)[] | null>()
    asked.push(answered.resolve)
    worker.postMessage(connections)
    const queues = await answered.promise
    clearTimeout(idle)
    idle = setTimeout(() => {
      const ended = worker
      if (asked.length > 0) return
      worker = null
      void ended?.terminate()
    }, IDLE_MS).unref()
    return queues ?? connections.map(() => null)
  }
}
