import { randomBytes } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import { AuthError } from './protocol/auth-error.ts'

/** Minimum length of a password. */
const MINIMUM_LENGTH = 6

/** Hashes and checks passwords with argon2id (the library's defaults: 19 MiB, two passes). */
export interface Passwords {
  hash(password: string): Promise<string>
  /** @param stored null when there is no account or it has no password: false, after the same time. */
  matches(password: string, stored: string | null): Promise<boolean>
}

interface PasswordsOptions {
  /** Work of a hash; absent: the library's default. */
  cost?: argon2.Options
  /** Checks a hash. */
  verify?: typeof argon2.verify
}

/** Hashes passwords with Argon2id and checks them. An unknown account costs as much time as a wrong password. */
export function createPasswords({ cost, verify = argon2.verify }: PasswordsOptions = {}): Passwords {
  const dummy = argon2.hash(randomBytes(32), cost)
  return {
    hash: (password) => argon2.hash(password, cost),
    async matches(password, stored) {
      const matched = await verify(stored ?? (await dummy), password)
      return matched && stored !== null
    },
  }
}

/** @throws {AuthError} weak_password. */
export function checkPasswordStrength(password: string): void {
  if (password.length >= MINIMUM_LENGTH) return
  throw new AuthError('weak_password', `Password must be at least ${MINIMUM_LENGTH} characters long`, {
    reasons: ['length'],
  })
}
