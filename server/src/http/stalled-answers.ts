import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from './connection-limits.ts'

const MIB = 1024 * 1024
/** Responses are checked this many times within their limit. */
const CHECKS_PER_LIMIT = 4

/**
 * Resets connections whose clients stop reading. A response the server is still producing has no pending data.
 * @returns a function that resets all open connections.
 */
export function resetStalledAnswers(server: Server, { answerMs }: ConnectionLimits): () => void {
  /** How many bytes the system has accepted on each connection, and since when no more. */
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
      // A chunk counts once the system has accepted all of it, so a large one gets more time.
      if (waiting === 0 || takenNow !== taken) open.set(socket, { taken: takenNow, since: now })
      else if (now - since > answerMs * Math.ceil(waiting / MIB)) socket.resetAndDestroy()
    }
  }, answerMs / CHECKS_PER_LIMIT).unref()
  server.once('close', () => clearInterval(timer))
  return () => {
    for (const socket of open.keys()) socket.resetAndDestroy()
  }
}
