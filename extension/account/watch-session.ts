import type { Session, User } from '@supabase/auth-js'
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

/**
 * Reports the signed-in user now and at every change. An expired session counts until the server ends it: it can't be
 * renewed while the server is away.
 * @returns a function that unsubscribes.
 */
export function watchUser(
  account: Pick<Account, 'auth' | 'storedUser'>,
  onUser: (user: User | null) => void,
): () => void {
  let isWatched = true
  let latest = 0
  const report = async (session: Session | null): Promise<void> => {
    const mine = (latest += 1)
    const user = session?.user ?? (await account.storedUser())
    if (isWatched && mine === latest) onUser(user)
  }
  // The identity client reports an expired session only once the server has answered.
  void account.storedUser().then((user) => isWatched && latest === 0 && user !== null && onUser(user))
  const stop = watchSession(account, (session) => void report(session))
  return () => {
    isWatched = false
    stop()
  }
}
