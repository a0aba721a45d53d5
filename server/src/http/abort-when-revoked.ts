import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

interface WatchOptions {
  /** ms between two checks. */
  everyMs: number
  /** How long to go on checking after the last byte was handed over, ms: the system may still buffer some for a slow line. */
  lingerMs: number
  /** Whether the answer may go on. A check that fails counts as a no. */
  mayGoOn: () => Promise<boolean>
}

/** Polls while an answer is being sent, and resets its connection once it may not go on. */
export function abortWhenRevoked(c: Context<AppEnv>, { everyMs, lingerMs, mayGoOn }: WatchOptions): void {
  const { incoming, outgoing } = c.env as HttpBindings
  const { socket } = incoming
  let ended: { at: number; bytesRead: number } | null = null
  outgoing.once('close', () => (ended = { at: performance.now(), bytesRead: socket.bytesRead }))
  // A further request on this connection means that this answer has been received.
  const isOver = () =>
    socket.destroyed ||
    (ended !== null && (socket.bytesRead !== ended.bytesRead || performance.now() - ended.at > lingerMs))
  const watch = async () => {
    while (!isOver()) {
      await delay(everyMs, undefined, { ref: false })
      if (isOver()) return
      // A reset, because a connection that is closed in order still sends what the system holds of it.
      if (!(await mayGoOn().catch(() => false))) socket.resetAndDestroy()
    }
  }
  void watch()
}
