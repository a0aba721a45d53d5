import { useState, type ReactNode } from 'react'
import { SecondFactorGate } from '../features/session/second-factor-gate.tsx'
import { useAuth } from '../features/session/auth-provider.tsx'
import type { ReturnState } from '../lib/auth-paths.ts'
import { useLocation } from '../ui/navigation.tsx'
import { useOverlayPrefetch } from '../ui/lazy-part.tsx'
import { Redirect } from '../ui/link.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** Shows signed-in users its children and redirects everyone else to /auth, which returns here. */
export function Protected({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  useOverlayPrefetch()
  const [wasIn, setWasIn] = useState(false)
  if (status === 'signed_in' && !wasIn) setWasIn(true)
  if (status === 'loading') return <FullPageSpinner label="Loading..." />
  if (status !== 'signed_in')
    return <Redirect to="/auth" state={{ returnTo: pathname + search, ended: wasIn } satisfies ReturnState} />
  return (
    <Toaster>
      <SecondFactorGate>{children}</SecondFactorGate>
    </Toaster>
  )
}
