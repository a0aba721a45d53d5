import { useLocation, useSearchParams } from '../ui/navigation.tsx'
import { Redirect } from '../ui/link.tsx'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { ContinuePanel } from '../features/extension/continue-panel.tsx'
import { readContinueRequest } from '../features/extension/continue-request.ts'
import { useAuth } from '../features/session/auth-provider.tsx'
import { SecondFactorGate } from '../features/session/second-factor-gate.tsx'
import type { ReturnState } from '../lib/auth-paths.ts'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'

/** /extension/continue: the browser extension opens it to sign in through the web app. */
export function ContinueScreen() {
  const { status, user } = useAuth()
  const { pathname, search } = useLocation()
  const request = readContinueRequest(useSearchParams()[0])
  if (status === 'loading') return <FullPageSpinner label="Loading..." />
  if (request !== null && user === null)
    return <Redirect to="/auth" state={{ returnTo: pathname + search } satisfies ReturnState} />
  if (request === null || user === null) return <BrokenRequest />
  return (
    <SecondFactorGate>
      <NarrowPage>
        <PageTitle>Continue in the extension</PageTitle>
        <ContinuePanel user={user} request={request} />
      </NarrowPage>
    </SecondFactorGate>
  )
}

function BrokenRequest() {
  return (
    <NarrowPage>
      <PageTitle>Continue in the extension</PageTitle>
      <h1 className="mb-6 text-28 font-semibold tracking-tight">This link is incomplete</h1>
      <Banner tone="danger">Start again from the browser extension.</Banner>
    </NarrowPage>
  )
}
