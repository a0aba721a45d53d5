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
  NotAllowedError: 'The key didn’t respond. Try again, and confirm in your browser’s prompt.',
  InvalidStateError: 'This key is already added.',
  AbortError: 'Another window is using the key. Try again.',
  ConstraintError: 'This key isn’t supported. Try another one.',
  NotSupportedError: 'This key isn’t supported. Try another one.',
}

/** What to show of a key that did not sign, or that the service refused. */
export function keyProblem(error: KeyError): string {
  if (isAuthError(error)) return sentenceFor(error)
  return SENTENCES[error.name] ?? 'Your browser couldn’t use the key. Try again.'
}
