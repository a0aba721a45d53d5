import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from './connection-limits.ts'

const MIB = 1024 * 1024
/** How often answers are checked, as a part of the time that they have. */
const CHECKS_PER_LIMIT = 4

/**
 * Resets connections whose readers take nothing of what waits for them. An answer that the server itself is busy with
 * has nothing that waits.
 * @returns what resets all connections that are open.
 */
export function resetStalledAnswers(server: Server, { answerMs }: ConnectionLimits): () => void {
  /** What the system took of each, and since when no more. */
  const open = new Map<Socket, { taken: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, { taken, since }] of open) {
      const waiting = socket.writableLength
      const takenNow = socket.bytesWritten - waiting
      // A piece counts once all of it was taken, so that a large one needs more time.
      if (waiting === 0 || takenNow !== taken) open.set(socket, { taken: takenNow, since: now })
      else if (now - since > answerMs * Math.ceil(waiting / MIB)) socket.resetAndDestroy()
    }
  }, answerMs / CHECKS_PER_LIMIT).unref()
  server.once('close', () => clearInterval(timer))
  return () => {
    for (const socket of open.keys()) socket.resetAndDestroy()
  }
}
