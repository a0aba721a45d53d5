import { createHash, randomBytes } from 'node:crypto'

/** A token that can't be guessed: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token is stored. 256 random bits can't be found by trial, so a plain SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
