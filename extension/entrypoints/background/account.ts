import { openAccount } from '../../account/account.ts'
import { continueWithWeb } from '../../account/continue-with-web.ts'
import { announceSession } from '../../account/watch-session.ts'
import { showSignInPage, signInRedirectUrl } from '../../browser/identity.ts'
import { accountCommandSchema, type WebSignIn } from '../../messaging/account-protocol.ts'
import { serverAddressItem } from '../../settings/items.ts'

/** Signs in with the web app; done in the background because the popup closes when the web app's window opens. */
export function answerAccount(message: unknown): Promise<WebSignIn> | undefined {
  return accountCommandSchema.safeParse(message).success ? signIn() : undefined
}

async function signIn(): Promise<WebSignIn> {
  const server = await serverAddressItem.read()
  if (server === null) return { outcome: 'closed' }
  const account = openAccount(server)
  const end = await continueWithWeb({ account, redirectUrl: signInRedirectUrl(), showPage: showSignInPage })
  // Its identity client is only for this sign-in; it must not refresh tokens alongside the windows' clients.
  await account.auth.stopAutoRefresh()
  announceSession()
  return end
}
