import { ArrowLeft, Eye } from 'lucide-react'
import { createRoot, type Root } from 'react-dom/client'
import { createApiClient, type ApiClient } from '@callfolio/shared/api-client.ts'
import { accessTokenFor, createAuthClient } from '@callfolio/shared/client/auth-client.ts'
import { ACCOUNT_PATHS, usageSchema, type PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { readShared, readSharedExport } from './read-shared.ts'
import { ExportMenu } from '../../features/exports/export-menu.tsx'
import type { ExportTask } from '../../features/exports/use-export.ts'
import { Toaster } from '../../ui/toaster.tsx'

/** A signed-in user's page. */
interface SignedIn {
  token: string
  /** Updates the bar after the page has changed. */
  refresh: () => Promise<void>
}

/**
 * Turns the page into a signed-in user's: the bar replaces the visitor's logo and call to action. @returns null when
 * the session has ended.
 */
export async function enterSignedIn(): Promise<SignedIn | null> {
  const auth = createAuthClient(location.origin)
  const token = await accessTokenFor(auth)
  if (token === null) return null
  const home = document.querySelector<HTMLAnchorElement>('a[data-home]')
  if (home) Object.assign(home, { href: '/dashboard', textContent: 'Go to Dashboard' })
  const place = document.querySelector('[data-signed-in]')
  const root = place && createRoot(place)
  const api = createApiClient({ baseUrl: location.origin, getAccessToken: () => accessTokenFor(auth) })
  const refresh = async () => {
    if (root) await showBar(root, api)
  }
  await refresh()
  return { token, refresh }
}

/**
 * Failed requests are skipped: the bar has one button less, and an unknown plan blocks nothing. A page can be
 * exported once it is complete.
 */
async function showBar(root: Root, api: ApiClient): Promise<void> {
  const [shared, planId] = await Promise.all([readShared(api).catch(() => null), readPlan(api).catch(() => null)])
  root.render(
    <SignedInBar
      ownMicrositeId={shared?.own_microsite_id ?? null}
      exports={
        shared && shared.preparation === null
          ? { readSource: () => readSharedExport(api), timed: shared.microsite.segments.length > 0, planId }
          : null
      }
    />,
  )
  for (const part of document.querySelectorAll<HTMLElement>('[data-visitor]')) part.hidden = true
}

/** The signed-in user's plan, which is not the owner's. */
async function readPlan(api: ApiClient): Promise<PlanId> {
  return (await api.request(ACCOUNT_PATHS.usage, usageSchema)).plan_id
}

interface SignedInBarProps {
  ownMicrositeId: string | null
  /** Null: the page has nothing to export. */
  exports: (ExportTask & { timed: boolean }) | null
}

/** Replaces the logo for signed-in users: back link, Export and, for the owner, a link to the microsite. */
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
