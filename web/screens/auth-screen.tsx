import { useState } from 'react'
import { useLocation, useSearchParams } from '../ui/navigation.tsx'
import { Redirect } from '../ui/link.tsx'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { AuthForm } from '../features/session/auth-form.tsx'
import { useAuth } from '../features/session/auth-provider.tsx'
import { EnteredPanel } from '../features/session/entered-panel.tsx'
import { choiceAddress, readChoice } from '../features/pricing/plan-choice.ts'
import { hasEnded, returnPath, type ReturnState } from '../lib/auth-paths.ts'
import type { Entrance } from '../features/session/use-enter.ts'
import { useOverlayPrefetch } from '../ui/lazy-part.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'

/** /auth: sign-in and sign-up. Redirects signed-in users. The URL may contain a plan to continue with. */
export function AuthScreen() {
  const { status } = useAuth()
  const { state } = useLocation()
  const choice = readChoice(useSearchParams()[0])
  useOverlayPrefetch()
  const [asked, setAsked] = useState(false)
  const [entrance, setEntrance] = useState<Entrance | null>(null)
  if (choice !== null) return <Redirect to="/auth" state={{ returnTo: choiceAddress(choice) } satisfies ReturnState} />
  if (status === 'loading') return <FullPageSpinner label="Loading..." />
  if (status === 'signed_in' && !asked) return <Redirect to={returnPath(state)} />
  return (
    <NarrowPage>
      {hasEnded(state) && !entrance && <Banner tone="info">You were signed out. Sign in again.</Banner>}
      {entrance ? (
        <EnteredPanel entrance={entrance} />
      ) : (
        <AuthForm onSubmit={() => setAsked(true)} onEntered={setEntrance} />
      )}
    </NarrowPage>
  )
}
