import { createRoot } from 'react-dom/client'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenOf, createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { ACCOUNT_PATHS, usageSchema, type PlanId } from '@callfolio/shared/contract/account.ts'
import { readShared, readSharedExport } from './read-shared.ts'
import { SignedInBar } from './signed-in-bar.tsx'

/** Makes the page a signed-in person's: the bar instead of the visitor's logo and call to action. @returns the access token. */
export async function enterSignedIn(): Promise<string | null> {
  const auth = createAuthClient(location.origin)
  const token = await accessTokenOf(auth)
  if (token === null) return null
  const home = document.querySelector<HTMLAnchorElement>('a[data-home]')
  if (home) Object.assign(home, { href: '/dashboard', textContent: 'Go to Dashboard' })
  const place = document.querySelector('[data-signed-in]')
  if (place)
    await showBar(place, createApiClient({ baseUrl: location.origin, getAccessToken: () => accessTokenOf(auth) }))
  return token
}

/** What can't be read is left out: the bar has a button less, and an unknown plan blocks nothing. */
async function showBar(place: Element, api: ApiClient): Promise<void> {
  const [shared, planId] = await Promise.all([readShared(api).catch(() => null), readPlan(api).catch(() => null)])
  createRoot(place).render(
    <SignedInBar
      ownMicrositeId={shared?.own_microsite_id ?? null}
      exports={
        shared && { readSource: () => readSharedExport(api), timed: shared.microsite.segments.length > 0, planId }
      }
    />,
  )
  for (const part of document.querySelectorAll<HTMLElement>('[data-visitor]')) part.hidden = true
}

/** The plan of whoever is signed in, which is not the owner's. */
async function readPlan(api: ApiClient): Promise<PlanId> {
  return (await api.request(ACCOUNT_PATHS.usage, usageSchema)).plan_id
}
