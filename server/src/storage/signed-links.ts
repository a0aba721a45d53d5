import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'

const BUCKET = 'uservideos'
/** The server serves signed links below this path. */
export const SIGNED_PREFIX = `/storage/v1/object/sign/${BUCKET}/`

/** Who gets a signed link, and for how long. */
export interface LinkHolder {
  /** ID of the session whose end invalidates the link. */
  session: string
  seconds: number
}

export interface LinkSigner {
  /** @returns the query that grants access to the object until it expires. */
  sign(key: string, holder: LinkHolder): { query: string; expiresAt: Date }
  /** @param expires Unix time in seconds, from the link's query, as is `session`. */
  check(key: string, link: { expires: number; session: string; signature: string }): 'good' | 'expired' | 'forged'
}

/**
 * Signs links with HMAC-SHA-256 over the key, its expiry and its session.
 * @param secretKey the server's secret; the signing key is derived from it, so that no other use can be confused with
 * this one.
 */
export function createLinkSigner({ secretKey, clock }: { secretKey: string; clock: Clock }): LinkSigner {
  const signingKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'signed media links', 32))
  const getSignature = (key: string, expires: number, session: string) =>
    createHmac('sha256', signingKey).update(`${BUCKET}/${key}\n${expires}\n${session}`).digest()
  return {
    sign(key, { session, seconds }) {
      const expires = Math.floor(clock().getTime() / 1000) + seconds
      const query = new URLSearchParams({
        expires: String(expires),
        session,
        signature: getSignature(key, expires, session).toString('base64url'),
      })
      return { query: query.toString(), expiresAt: new Date(expires * 1000) }
    },
    check(key, { expires, session, signature }) {
      const given = Buffer.from(signature, 'base64url')
      const right = getSignature(key, expires, session)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
      return clock().getTime() >= expires * 1000 ? 'expired' : 'good'
    },
  }
}

/** Path of a signed link to a key, without its query. */
export function signedPath(key: string): string {
  return SIGNED_PREFIX + key.split('/').map(encodeURIComponent).join('/')
}

/** The key in the path of a signed link; null when it can't be read. */
export function keyOfSignedPath(path: string): string | null {
  if (!path.startsWith(SIGNED_PREFIX)) return null
  try {
    return path.slice(SIGNED_PREFIX.length).split('/').map(decodeURIComponent).join('/')
  } catch {
    return null
  }
}
