import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'

/**
 * Tells the network address a request came from.
 * @param trustProxy believes the last entry of X-Forwarded-For, the one that the own proxy wrote; the others are the client's word.
 */
export function clientAddress(trustProxy: boolean): (c: Context<AppEnv>) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
    return forwarded || getConnInfo(c).remote.address || 'unknown'
  }
}
