import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SecondFactorGate } from '../features/session/second-factor-gate.tsx'
import { useAuth } from '../features/session/auth-provider.tsx'
import type { ReturnState } from '../lib/auth-paths.ts'
import { useOverlayPrefetch } from '../ui/lazy-part.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** Shows signed-in users its children and redirects everyone else to /auth, which returns here. */
export function Protected() {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  useOverlayPrefetch()
  const [wasIn, setWasIn] = useState(false)
  if (status === 'signed_in' && !wasIn) setWasIn(true)
  if (status === 'loading') return <FullPageSpinner label="Loading..." />
  if (status !== 'signed_in')
    return <Navigate to="/auth" replace state={{ returnTo: pathname + search, ended: wasIn } satisfies ReturnState} />
  return (
    <Toaster>
      <SecondFactorGate>
        <Outlet />
      </SecondFactorGate>
    </Toaster>
  )
}
