import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'

const BUCKET = 'uservideos'
/** Below this path the server answers signed links. */
export const SIGNED_PREFIX = `/storage/v1/object/sign/${BUCKET}/`

export interface LinkSigner {
  /** @returns the query that opens the object until it expires. */
  sign(key: string, expiresInSeconds: number): { query: string; expiresAt: Date }
  /** @param expires Unix time in seconds, as it stands in the link. */
  check(key: string, expires: number, signature: string): 'good' | 'expired' | 'forged'
}

/**
 * Signs links with HMAC-SHA-256 over the key and its expiry.
 * @param secretKey the server's secret; the signing key is derived from it, so that no other use can be confused with this.
 */
export function createLinkSigner({ secretKey, clock }: { secretKey: string; clock: Clock }): LinkSigner {
  const signingKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'signed media links', 32))
  const signatureOf = (key: string, expires: number) =>
    createHmac('sha256', signingKey).update(`${BUCKET}/${key}\n${expires}`).digest()
  return {
    sign(key, expiresInSeconds) {
      const expires = Math.floor(clock().getTime() / 1000) + expiresInSeconds
      const query = new URLSearchParams({
        expires: String(expires),
        signature: signatureOf(key, expires).toString('base64url'),
      })
      return { query: query.toString(), expiresAt: new Date(expires * 1000) }
    },
    check(key, expires, signature) {
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(key, expires)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
      return clock().getTime() >= expires * 1000 ? 'expired' : 'good'
    },
  }
}

/** Path of a signed link to a key, without its query. */
export function signedPath(key: string): string {
  return SIGNED_PREFIX + key.split('/').map(encodeURIComponent).join('/')
}

/** The key that a path of a signed link names; null when it can't be read. */
export function keyOfSignedPath(path: string): string | null {
  if (!path.startsWith(SIGNED_PREFIX)) return null
  try {
    return path.slice(SIGNED_PREFIX.length).split('/').map(decodeURIComponent).join('/')
  } catch {
    return null
  }
}
