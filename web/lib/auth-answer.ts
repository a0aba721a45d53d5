import type { AuthError } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { keyProblem, type KeyError } from './security-keys.ts'

/** Converts the identity client's answer for a query. @throws its error, with a user-facing sentence. */
export function getData<T>({ data, error }: { data: T | null; error: AuthError | null }): T {
  refuse(error)
  if (data === null) throw new Error('The server didn’t respond. Try again.')
  return data
}

/** @throws the error, with a user-facing sentence. */
export function refuse(error: AuthError | null): void {
  if (error) throw new Error(sentenceFor(error), { cause: error })
}

/** @throws why a security key failed, with a user-facing sentence. */
export function refuseKey(error: KeyError | null): void {
  if (error) throw new Error(keyProblem(error), { cause: error })
}
