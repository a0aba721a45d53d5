import { SESSION_KEY } from '@callfolio/shared/session-key.ts'

/** True when this browser stores a session, valid or not: whether to load the identity client at all. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    // Storage is disabled: nothing can be stored.
    return false
  }
}
