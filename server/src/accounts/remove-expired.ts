import type { Accounts } from './accounts.ts'

/** Clears away sessions, mailed tokens and codes whose time is over; to be run now and then. */
export async function removeExpired({
  sessions,
  oneTimeTokens,
  authorizationCodes,
  clock,
}: Pick<Accounts, 'sessions' | 'oneTimeTokens' | 'authorizationCodes' | 'clock'>): Promise<void> {
  await sessions.removeExpired()
  await oneTimeTokens.removeExpired(clock())
  await authorizationCodes.removeExpired(clock())
}
