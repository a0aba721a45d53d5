import { isPrivateName } from '@callfolio/shared/private-name.ts'

/** Default address of a server on the person's own machine. */
export const DEFAULT_SERVER_ADDRESS = 'http://localhost:3000'

/**
 * Parses typed or stored input as a server's address. A missing scheme becomes `https://`, or `http://` for this
 * machine and private names; query, fragment and trailing slash are removed.
 * @returns null if it is no http address.
 */
export function parseServerAddress(text: unknown): string | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  const typed = text.trim()
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? readUrl(typed) : withScheme(typed)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function withScheme(typed: string): URL | null {
  const url = readUrl(`https://${typed}`)
  return url !== null && isPrivateName(url.hostname) ? readUrl(`http://${typed}`) : url
}

/** Like URL.parse, which is missing in the oldest browsers that the extension supports. */
function readUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** The permission's match pattern for this server: a host on any port. */
export function permissionPattern(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}

/** Timeout for a server that does not answer, ms. */
const PATIENCE_MS = 4000

/** Whether the server at this address is up. Never rejects. */
export async function serverAnswers(address: string): Promise<boolean> {
  const reply = await fetch(`${address}/healthz`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    credentials: 'omit',
    cache: 'no-store',
  }).catch(() => null)
  return reply?.ok ?? false
}
