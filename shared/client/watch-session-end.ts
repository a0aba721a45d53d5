import type { GoTrueClient } from '@supabase/auth-js'

/** Between two questions of a page that is looked at. ms */
const ASK_MS = 8000

/**
 * Notices within ten seconds that the session was ended elsewhere: the client then reports SIGNED_OUT in every tab. Only a
 * visible page asks, one request at a time; a hidden one does when it is shown again.
 * @returns how to end it.
 */
export function watchSessionEnd(auth: Pick<GoTrueClient, 'getUser'>): () => void {
  let isAsking = false
  const ask = () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    // A server that can't be reached says nothing of the session.
    void auth.getUser().finally(() => (isAsking = false))
  }
  const timer = setInterval(ask, ASK_MS)
  document.addEventListener('visibilitychange', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}
