import { createRoot } from 'react-dom/client'
import { createApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenOf, createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { getSharedReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { SignedInBar } from './signed-in-bar.tsx'

const ownerSchema = getSharedReplySchema.pick({ own_microsite_id: true })

/** Makes the page a signed-in person's: the bar instead of the visitor's logo and call to action. @returns the access token. */
export async function enterSignedIn(): Promise<string | null> {
  const auth = createAuthClient(location.origin)
  const token = await accessTokenOf(auth)
  if (token === null) return null
  const home = document.querySelector<HTMLAnchorElement>('a[data-home]')
  if (home) Object.assign(home, { href: '/dashboard', textContent: 'Go to Dashboard' })
  const bar = document.querySelector('[data-signed-in]')
  if (bar) {
    createRoot(bar).render(<SignedInBar ownMicrositeId={await ownMicrositeId(token)} />)
    for (const part of document.querySelectorAll<HTMLElement>('[data-visitor]')) part.hidden = true
  }
  return token
}

/** Null for everybody but the owner; also when it can't be found out, and then the bar has one link less. */
async function ownMicrositeId(token: string): Promise<string | null> {
  const api = createApiClient({ baseUrl: location.origin, getAccessToken: async () => token })
  const link = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const reply = await api.request(SHARE_PATHS.getShared, ownerSchema, { method: 'POST', body: { token: link } }).catch(() => null)
  return reply?.own_microsite_id ?? null
}
