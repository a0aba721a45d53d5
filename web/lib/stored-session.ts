import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'

/** True when this browser keeps a session, good or not: whether to load the identity client at all. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    // Storage is switched off: nothing can be kept.
    return false
  }
}
