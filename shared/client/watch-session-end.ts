import type { GoTrueClient } from '@supabase/auth-js'

/** Polling interval of a visible page. ms */
const ASK_MS = 8000

/**
 * Detects within ten seconds that the session was ended elsewhere: the client then reports SIGNED_OUT in every tab.
 * Only a visible page polls, one request at a time; a hidden one polls when it is shown again.
 * @returns a function that stops it.
 */
export function watchSessionEnd(auth: Pick<GoTrueClient, 'getUser'>): () => void {
  let isAsking = false
  const ask = () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    // An unreachable server says nothing about the session.
    void auth.getUser().finally(() => (isAsking = false))
  }
  const timer = setInterval(ask, ASK_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}
