import type { Session } from '@supabase/auth-js'
import { CHANNELS } from '../messaging/messages.ts'
import type { Account } from './account.ts'

/** Notifies all open parts of the extension that the session has changed. */
export function announceSession(): void {
  const channel = new BroadcastChannel(CHANNELS.account)
  channel.postMessage('changed')
  channel.close()
}

/**
 * Reports the session now and at every change, including changes by other parts of the extension.
 * @returns a function that unsubscribes.
 */
export function watchSession(
  { auth }: Pick<Account, 'auth'>,
  onSession: (session: Session | null) => void,
): () => void {
  const { data } = auth.onAuthStateChange((_event, session) => onSession(session))
  const channel = new BroadcastChannel(CHANNELS.account)
  channel.onmessage = () => void auth.getSession().then(({ data: { session } }) => onSession(session))
  return () => {
    data.subscription.unsubscribe()
    channel.close()
  }
}
