import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

interface WatchOptions {
  /** ms between two looks. */
  everyMs: number
  /** How long to look on after the last byte was handed over: the system may still hold some for a slow line. ms. */
  lingerMs: number
  /** Whether the answer may go on. A look that fails counts as a no. */
  mayGoOn: () => Promise<boolean>
}

/** Looks again and again while an answer is under way, and cuts its connection once it may not go on. */
export function abortWhenRevoked(c: Context<AppEnv>, { everyMs, lingerMs, mayGoOn }: WatchOptions): void {
  const { incoming, outgoing } = c.env as HttpBindings
  const { socket } = incoming
  let ended: { at: number; bytesRead: number } | null = null
  outgoing.once('close', () => (ended = { at: performance.now(), bytesRead: socket.bytesRead }))
  // Who asks for the next thing on this connection has received all of this one.
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
