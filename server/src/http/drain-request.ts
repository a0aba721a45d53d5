import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app.ts'

/** How much of a rejected body is still read: a rejected caption file fits, a rejected recording does not. */
const REST = { bytes: 32 * 1024 * 1024, ms: 3000 }

/**
 * Reads the rest of a body before responding: a client that is still sending may miss the response, and closing the
 * connection would lose its next request. If too much is left, the response says that the connection closes.
 */
export function drainRequest(rest = REST) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
    if (incoming !== undefined && !(await isReadToEnd(incoming, rest))) c.header('Connection', 'close')
  })
}

async function isReadToEnd(incoming: IncomingMessage, { bytes, ms }: typeof REST): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return true
  let left = bytes
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const count = (part: Buffer) => {
    left -= part.length
    if (left < 0) resolve()
  }
  const timer = setTimeout(resolve, ms)
  // An existing reader would collect the rest, or stop it.
  incoming.removeAllListeners('data')
  incoming.on('data', count)
  for (const end of ['end', 'close', 'error']) incoming.once(end, resolve)
  incoming.resume()
  await enough
  clearTimeout(timer)
  incoming.off('data', count)
  for (const end of ['end', 'close', 'error']) incoming.off(end, resolve)
  return incoming.complete
}
