import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

/** No byte leaves more than a second after the end, so it is checked twice as often. */
const EVERY_MS = 500
/** How long to go on checking after the last byte was handed over: the system may still buffer some for a slow line. */
const LINGER_MS = 10_000

/**
 * Polls while an answer is being sent, and resets its connection once it may not go on.
 * @param mayGoOn a check that fails counts as a no.
 */
export function abortWhenRevoked(c: Context<AppEnv>, mayGoOn: () => Promise<boolean>): void {
  const { incoming, outgoing } = c.env as HttpBindings
  const { socket } = incoming
  let ended: { at: number; bytesRead: number } | null = null
  outgoing.once('close', () => (ended = { at: performance.now(), bytesRead: socket.bytesRead }))
  // A further request on this connection means that this answer has been received.
  const isOver = () =>
    socket.destroyed ||
    (ended !== null && (socket.bytesRead !== ended.bytesRead || performance.now() - ended.at > LINGER_MS))
  const watch = async () => {
    while (!isOver()) {
      await delay(EVERY_MS, undefined, { ref: false })
      if (isOver()) return
      // A reset, because a connection that is closed in order still sends what the system holds of it.
      if (!(await mayGoOn().catch(() => false))) socket.resetAndDestroy()
    }
  }
  void watch()
}
