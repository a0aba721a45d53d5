import type { Accounts } from './accounts.ts'

/** Clears away sessions and mailed tokens whose time is over; to be run now and then. */
export async function removeExpired({ sessions, oneTimeTokens, clock }: Pick<Accounts, 'sessions' | 'oneTimeTokens' | 'clock'>): Promise<void> {
  await sessions.removeExpired()
  await oneTimeTokens.removeExpired(clock())
}
