import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** A token that can't be guessed: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token is stored. 256 random bits can't be brute-forced, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A six-digit code for people to type. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The hash of a short secret and its subject; without the key it could be brute-forced. */
export type KeyedHash = (value: string, belongsTo: string) => string

/** @param secretKey the server's secret, from which the key is derived. */
export function createKeyedHash(secretKey: string): KeyedHash {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'hashes of short codes', 32))
  return (value, belongsTo) => createHmac('sha256', key).update(`${belongsTo}\n${value}`).digest('base64url')
}
