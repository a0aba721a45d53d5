import { createAuthClient } from '@callfolio/shared/client/auth-client.ts'

/** Signs this browser out and opens the landing page. Scope local: other devices and their uploads continue. */
export async function signOut(): Promise<void> {
  await createAuthClient(location.origin).signOut({ scope: 'local' })
  location.assign('/')
}
