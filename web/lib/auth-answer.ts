import type { AuthError } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { keyProblem, type KeyError } from './security-keys.ts'

/** The identity client's answer as a query has it. @throws a refusal, with the sentence for a person. */
export function dataOf<T>({ data, error }: { data: T | null; error: AuthError | null }): T {
  refuse(error)
  if (data === null) throw new Error('The service gave no answer')
  return data
}

/** @throws what was refused, with the sentence for a person. */
export function refuse(error: AuthError | null): void {
  if (error) throw new Error(sentenceFor(error), { cause: error })
}

/** @throws why a key did not do it, with the sentence for a person. */
export function refuseKey(error: KeyError | null): void {
  if (error) throw new Error(keyProblem(error), { cause: error })
}
