import type { Context } from 'hono'

/** Returns the origin for links in the response to a request. */
export type Origin = (c: Context) => string

/** The addresses of this server, and the browser origins that may use it. */
export interface Addresses {
  origin: Origin
  /** Whether the request names a host that this server serves; otherwise its sender could choose the host of links. */
  allowsHost: (c: Context) => boolean
  /** Whether a page of this origin may send the request and read its response. */
  allowsOrigin: (c: Context, origin: string) => boolean
}

export interface AddressOptions {
  publicUrl?: string | undefined
  /** Host names without ports, in addition to loopback ones and the host of `publicUrl`. */
  hosts?: readonly string[]
  /** Origins of other pages, in addition to the server's own and Firefox extensions. */
  origins?: readonly string[]
  /** Trusts X-Forwarded-Host and X-Forwarded-Proto. */
  trustProxy?: boolean
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** Whether a host name always refers to the local machine. @param hostname as `URL.hostname` returns it. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** The server's addresses: the configured one, otherwise the allowed one that the caller used. */
export function createAddresses(options: AddressOptions = {}): Addresses {
  const { publicUrl, trustProxy = false } = options
  const hosts = new Set([...(options.hosts ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])])
  const origins = new Set([...(options.origins ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])])
  const getAddress = (c: Context) => (trustProxy ? forwardedAddress(c) : new URL(c.req.url))
  const isAllowed = (url: URL | null) => url !== null && (isLoopback(url.hostname) || hosts.has(url.hostname))
  return {
    origin: (c) => publicUrl ?? (getAddress(c) ?? new URL(c.req.url)).origin,
    // Also checks the connection's own host, because a page could choose the forwarded one.
    allowsHost: (c) => isAllowed(new URL(c.req.url)) && isAllowed(getAddress(c)),
    allowsOrigin: (c, origin) =>
      origins.has(origin) ||
      // Firefox gives each installation of an extension a different origin.
      origin.startsWith('moz-extension://') ||
      // Ignores the protocol, because a proxy that adds TLS may not pass it on.
      (/^https?:/.test(origin) && URL.parse(origin)?.host === getAddress(c)?.host),
  }
}

/**
 * The address requested from the operator's own proxy, which writes the last entry of each header.
 * @returns null for an invalid one.
 */
function forwardedAddress(c: Context): URL | null {
  const getLast = (name: string) => c.req.header(name)?.split(',').at(-1)?.trim()
  const own = new URL(c.req.url)
  const protocol = getLast('x-forwarded-proto')
  return URL.parse(
    `${protocol === 'https' || protocol === 'http' ? `${protocol}:` : own.protocol}//${getLast('x-forwarded-host') || own.host}`,
  )
}
