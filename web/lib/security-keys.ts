import { isAuthError, type AuthError } from '@supabase/auth-js'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'

/** Why a security key failed: the service or the browser rejected it; the browser's errors have names. */
export type KeyError = AuthError | Pick<Error, 'name' | 'message'>

/** Whether this browser supports keys for this server: not without a host name, nor over plain HTTP. */
export function canUseKeys(
  { hostname }: Pick<Location, 'hostname'> = location,
  inBrowser = 'PublicKeyCredential' in globalThis,
): boolean {
  return inBrowser && !/^[\d.]+$|^\[/.test(hostname)
}

const SENTENCES: Record<string, string> = {
  NotAllowedError: 'The key didn’t respond. Try again, and confirm in your browser’s prompt.',
  InvalidStateError: 'This key was already added.',
  AbortError: 'Another window is using the key. Try again.',
  ConstraintError: 'This key isn’t supported. Try another one.',
  NotSupportedError: 'This key isn’t supported. Try another one.',
}

/** Message for a key that failed, or that the service rejected. */
export function keyProblem(error: KeyError): string {
  if (isAuthError(error)) return sentenceFor(error)
  return SENTENCES[error.name] ?? 'Your browser couldn’t use the key. Try again.'
}
