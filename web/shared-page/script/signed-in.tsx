import { ArrowLeft, Eye } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenOf, createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { ACCOUNT_PATHS, usageSchema, type PlanId } from '@callfolio/shared/contract/account.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { readShared, readSharedExport } from './read-shared.ts'
import { ExportMenu } from '../../features/exports/export-menu.tsx'
import type { ExportTask } from '../../features/exports/use-export.ts'
import { Toaster } from '../../ui/toaster.tsx'

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

interface SignedInBarProps {
  ownMicrositeId: string | null
  /** Null: the page has nothing to export. */
  exports: (ExportTask & { timed: boolean }) | null
}

/** What a signed-in person sees in place of the logo: the way back, Export, and for the owner the way to the microsite. */
function SignedInBar({ ownMicrositeId, exports }: SignedInBarProps) {
  return (
    <Toaster>
      <nav aria-label="Page" className="flex w-full items-center justify-between gap-4">
        <a
          href="/dashboard"
          className="inline-flex items-center gap-1.5 rounded-sm text-15 whitespace-nowrap text-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          <span>
            Back<span className="max-sm:sr-only"> to Dashboard</span>
          </span>
        </a>
        <div className="flex items-center gap-2">
          {exports && <ExportMenu {...exports} onLocked={() => location.assign('/pricing')} />}
          {ownMicrositeId !== null && (
            <a href={`/microsite/${encodeURIComponent(ownMicrositeId)}`} className={buttonClass('view', 'sm')}>
              <Eye size={15} aria-hidden />
              View
            </a>
          )}
        </div>
      </nav>
    </Toaster>
  )
}
