import { lazy, Suspense, useState } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { hasStoredSession } from '../lib/stored-session.ts'
import { FullPageSpinner } from '../ui/spinner.tsx'

/** Whether a screen needs the account part: always, or only to greet a signed-in user. */
export interface PageHandle {
  account: 'always' | 'if signed in'
}

const Account = lazy(async () => ({ default: (await import('./account.tsx')).openAccount(location.origin) }))

/**
 * Wraps every screen. The account part (identity client, plan, uploads) is loaded when a screen needs it and then
 * stays mounted, so that an upload continues during navigation.
 */
export function Page() {
  const needed = useMatches().some(({ handle }) => needsAccount(handle as PageHandle | undefined))
  const [opened, setOpened] = useState(needed)
  if (needed && !opened) setOpened(true)
  return (
    <Suspense fallback={<FullPageSpinner label="Loading..." />}>
      {opened ? (
        <Account>
          <Outlet />
        </Account>
      ) : (
        <Outlet />
      )}
      <ScrollRestoration />
    </Suspense>
  )
}

function needsAccount(handle: PageHandle | undefined): boolean {
  return handle !== undefined && (handle.account === 'always' || hasStoredSession())
}
