import { isAuthError, type AuthError } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'

/** Why a key did not sign: the service refused, or the browser did, whose errors name themselves. */
export type KeyError = AuthError | Pick<Error, 'name' | 'message'>

/** Whether this browser makes and uses keys for this server: not without a name for it, nor over plain HTTP. */
export function canUseKeys(
  { hostname }: Pick<Location, 'hostname'> = location,
  inBrowser = 'PublicKeyCredential' in globalThis,
): boolean {
  return inBrowser && !/^[\d.]+$|^\[/.test(hostname)
}

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'The key gave no answer. Try again, and confirm it where your browser asks for it.',
  InvalidStateError: 'This key is added already.',
  AbortError: 'Another window asked for the key meanwhile. Please try again.',
  ConstraintError: 'This key can’t do that. Try another one.',
  NotSupportedError: 'This key can’t do that. Try another one.',
}

/** What to show of a key that did not sign, or that the service refused. */
export function keyProblem(error: KeyError): string {
  if (isAuthError(error)) return sentenceFor(error)
  return SENTENCES[error.name] ?? 'Your browser could not use the key. Please try again.'
}
