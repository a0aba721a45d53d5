import type { Context } from 'hono'

/** Returns the origin for links in the answer to a request. */
export type Origin = (c: Context) => string

/** Where this server is reached, and which pages of a browser may use it. */
export interface Addresses {
  origin: Origin
  /** Whether the request names a host that this server answers for; otherwise its sender could choose the host of links. */
  allowsHost: (c: Context) => boolean
  /** Whether a page of this origin may send the request and read its answer. */
  allowsOrigin: (c: Context, origin: string) => boolean
}

export interface AddressOptions {
  publicUrl?: string | undefined
  /** Host names, without ports, besides loopback ones and that of `publicUrl`. */
  hosts?: readonly string[]
  /** Origins of other pages, besides the server's own and Firefox extensions. */
  origins?: readonly string[]
  /** Believes X-Forwarded-Host and X-Forwarded-Proto. */
  trustProxy?: boolean
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** Whether a host name leads to the machine itself, wherever it is used. @param hostname as `URL.hostname` gives it. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** The server's addresses: the configured one, else the allowed one that the caller used. */
export function createAddresses(options: AddressOptions = {}): Addresses {
  const { publicUrl, trustProxy = false } = options
  const hosts = new Set([...(options.hosts ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])])
  const origins = new Set([...(options.origins ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])])
  const addressOf = (c: Context) => (trustProxy ? forwardedAddress(c) : new URL(c.req.url))
  const isAllowed = (url: URL | null) => url !== null && (isLoopback(url.hostname) || hosts.has(url.hostname))
  return {
    origin: (c) => publicUrl ?? (addressOf(c) ?? new URL(c.req.url)).origin,
    // The connection's own host too: a page could choose the forwarded one.
    allowsHost: (c) => isAllowed(new URL(c.req.url)) && isAllowed(addressOf(c)),
    allowsOrigin: (c, origin) =>
      origins.has(origin) ||
      // Firefox gives each installation of an extension an origin of its own.
      origin.startsWith('moz-extension://') ||
      // The protocol is left out: a proxy that adds TLS may not pass it on.
      (/^https?:/.test(origin) && URL.parse(origin)?.host === addressOf(c)?.host),
  }
}

/** The address that the own proxy was asked for; it writes the last entry of each header. @returns null for one that can't be. */
function forwardedAddress(c: Context): URL | null {
  const lastOf = (name: string) => c.req.header(name)?.split(',').at(-1)?.trim()
  const own = new URL(c.req.url)
  const protocol = lastOf('x-forwarded-proto')
  return URL.parse(
    `${protocol === 'https' || protocol === 'http' ? `${protocol}:` : own.protocol}//${lastOf('x-forwarded-host') || own.host}`,
  )
}
