import type { Context } from 'hono'

/** Returns the origin for links in the answer to a request. */
export type Origin = (c: Context) => string

/** The configured address, else the one the caller used: a machine in the local network has more than one name. */
export function originOf(publicUrl: string | undefined): Origin {
  return (c) => publicUrl ?? new URL(c.req.url).origin
}
