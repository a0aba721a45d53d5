import type { Accounts } from './accounts.ts'
import type { LiveSession, SignOutScope } from './sessions.ts'

/** Ends the caller's session, the other ones or all; access tokens of an ended session are refused at once. */
export async function signOut(
  { sessions }: Pick<Accounts, 'sessions'>,
  session: Pick<LiveSession, 'id' | 'userId'>,
  scope: SignOutScope,
): Promise<void> {
  await sessions.close(session, scope)
}
