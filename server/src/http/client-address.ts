import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

/**
 * Finds the network address that a request came from.
 * @param trustProxy takes the last entry of X-Forwarded-For, written by the own proxy; a client can forge the others.
 */
export function clientAddress(trustProxy: boolean): (c: Context<AppEnv>) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return forwarded || getConnInfo(c).remote.address || 'unknown'
  }
}
