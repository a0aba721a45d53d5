import type { Socket } from 'node:net'

/** Whether an answer may go on. */
export interface Watch {
  /** Names the question: answers that ask the same are asked for together. */
  what: string
  /** A check that fails counts as a no. */
  mayGoOn: () => Promise<boolean>
}

/** Where a connection was when the last byte of an answer was handed over to the system. */
interface HandedOver {
  written: number
  read: number
}

/**
 * Follows which answers of a connection its reader has not received yet. Until then it is not closed in order: the system
 * would go on sending what it holds, and nobody could stop that any more.
 * @param stalledMs how long the reader may take nothing of what the system holds.
 */
export function watchConnection(socket: Socket, stalledMs: number) {
  const answers = new Map<Watch, HandedOver | null>()
  const [close, reset] = [socket.destroy.bind(socket), socket.resetAndDestroy.bind(socket)]
  // Asked for now: a connection that broke has no ports any more.
  const ports = { local: socket.localPort ?? 0, remote: socket.remotePort ?? 0 }
  let isToBeClosed = false
  let progress = { received: 0, at: 0 }
  const isHandedOver = () => answers.size > 0 && [...answers.values()].every((at) => at !== null)

  socket.resetAndDestroy = () => {
    answers.clear()
    return reset()
  }
  // Node closes so after `Connection: close`, at the reader's own end, and when nothing was asked for long.
  socket.destroy = (error) => {
    if (answers.size === 0) return close(error)
    if (!isHandedOver()) return socket.resetAndDestroy()
    isToBeClosed = true
    return socket
  }

  return {
    socket,
    ports,
    /** Bytes that the system was given so far. */
    handed: () => socket.bytesWritten - socket.writableLength,
    watches: () => [...answers.keys()],
    /** Whether the system has not all of an answer yet. */
    isSending: (watch: Watch) => answers.get(watch) === null,
    /** Whether some of what was answered may have been received. */
    hasHandedOver: () => [...answers.values()].some((at) => at !== null),
    add(watch: Watch): void {
      isToBeClosed = false
      answers.set(watch, null)
    },
    /** The system has all of an answer. */
    handOver(watch: Watch): void {
      if (!answers.has(watch)) return
      answers.set(watch, { written: socket.bytesWritten, read: socket.bytesRead })
      progress = { ...progress, at: performance.now() }
    },
    /**
     * Forgets answers that were received; resets the connection when it stands still.
     * @param handed as it was before the queue was read. @param queue what the system holds of that; null: not known.
     */
    settle(handed: number, queue: number | null): void {
      const received = queue === null ? 0 : handed - queue
      for (const [watch, end] of answers) {
        if (end === null) continue
        // Where it can't be known, a further request on the connection has to show it.
        const isReceived = queue === null ? socket.bytesRead !== end.read : received >= end.written
        if (isReceived) answers.delete(watch)
      }
      if (received !== progress.received) progress = { received, at: performance.now() }
      if (answers.size === 0 && isToBeClosed) close()
      else if (isHandedOver() && performance.now() - progress.at > stalledMs) socket.resetAndDestroy()
    },
  }
}
export type WatchedConnection = ReturnType<typeof watchConnection>
