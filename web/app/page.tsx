import { lazy, Suspense, type ReactNode } from 'react'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { openAccount } from './account.tsx'

/** Opened with the first screen, once per page load. */
const Account = lazy(() => Promise.resolve({ default: openAccount(location.origin) }))

/** Wraps every screen. The account part (identity client, plan, uploads) stays mounted, so that an upload continues. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<FullPageSpinner label="Loading..." />}>
      <Account>{children}</Account>
    </Suspense>
  )
}
