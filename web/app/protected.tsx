import { Navigate, Outlet } from 'react-router'
import { useAuth } from '../features/session/auth-provider.tsx'
import { useOverlayPrefetch } from '../ui/lazy-part.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Toaster } from '../ui/toaster.tsx'

/** Lets signed-in users through and sends everyone else to /auth. */
export function Protected() {
  const { status } = useAuth()
  useOverlayPrefetch()
  if (status === 'loading') return <FullPageSpinner label="Loading..." />
  if (status !== 'signed_in') return <Navigate to="/auth" replace />
  return (
    <Toaster>
      <Outlet />
    </Toaster>
  )
}
