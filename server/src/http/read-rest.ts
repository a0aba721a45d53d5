import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app.ts'

/** What of a body that nobody wanted is still read: a refused caption file is, a refused recording is not. */
const REST = { bytes: 32 * 1024 * 1024, ms: 3000 }

/**
 * Reads what is left of a body before the answer to it: who still sends may not see an answer, and the next request on a
 * connection that is closed meanwhile is lost. Where too much is left, the answer says that the connection ends.
 */
export function readRest(rest = REST) {
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
  // A stream that somebody began to read would collect the rest, or stop it.
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
