import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** A token that can't be guessed: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token is stored. 256 random bits can't be found by trial, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A code that people type: six digits. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The hash of something short for what it belongs to; without the key it could be found by trial. */
export type KeyedHash = (value: string, belongsTo: string) => string

/** @param secretKey the server's secret; the key of the hashes is derived from it. */
export function createKeyedHash(secretKey: string): KeyedHash {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'hashes of short codes', 32))
  return (value, belongsTo) => createHmac('sha256', key).update(`${belongsTo}\n${value}`).digest('base64url')
}
