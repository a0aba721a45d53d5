import { isPrivateName } from '@callfolio/shared/private-name.ts'

/** Whether an address is on this machine. */
export function isOwnMachine(address: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(address).hostname)
}

/**
 * Parses typed or stored input as a server's address. A missing scheme becomes `https://`, or `http://` for this
 * machine and private names; query, fragment and trailing slash are removed.
 * @returns null if it is no address, or one on the internet without https.
 */
export function parseServerAddress(text: unknown): string | null {
  const url = readAddress(text)
  return url === null || isUnencrypted(url) ? null : `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Why typed text is no server's address, as a sentence. */
export function addressProblem(typed: string): string {
  const url = readAddress(typed)
  if (typed.trim() === '') return 'Enter the address, for example callfolio.example.com.'
  return url === null ? 'Enter an address such as callfolio.example.com.' : 'This address must start with https://.'
}

function readAddress(text: unknown): URL | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  const typed = text.trim()
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? readUrl(typed) : withScheme(typed)
  return url === null || !/^https?:$/.test(url.protocol) || url.username !== '' ? null : url
}

/** Recordings and passwords must not cross the internet in the clear. */
function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isPrivateName(hostname)
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
