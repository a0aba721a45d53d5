import { findScreen, type ScreenPath } from '@callfolio/shared/app-paths.ts'
import type { ComponentType, ReactNode } from 'react'
import { ErrorScreen, NotFoundScreen } from '../screens/error-screen.tsx'
import { Navigation, useLocation } from '../ui/navigation.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyPart, type LazyPart } from '../ui/lazy-part.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Page } from './page.tsx'
import { Protected } from './protected.tsx'

interface ScreenRoute {
  /** `signed in` screens require a session. */
  access: 'anyone' | 'signed in'
  Screen: LazyPart<object>
}

const screen = (access: ScreenRoute['access'], load: () => Promise<ComponentType>): ScreenRoute => ({
  access,
  Screen: lazyPart(load, ErrorScreen),
})

/** Screens are loaded on demand. */
const SCREENS: Record<ScreenPath, ScreenRoute> = {
  '/auth': screen('anyone', async () => (await import('../screens/auth-screen.tsx')).AuthScreen),
  '/auth/confirm': screen('anyone', async () => (await import('../screens/confirm-screen.tsx')).ConfirmScreen),
  '/auth/return': screen(
    'anyone',
    async () => (await import('../screens/provider-return-screen.tsx')).ProviderReturnScreen,
  ),
  '/extension/continue': screen('anyone', async () => (await import('../screens/continue-screen.tsx')).ContinueScreen),
  '/reset-password': screen(
    'anyone',
    async () => (await import('../screens/reset-password-screen.tsx')).ResetPasswordScreen,
  ),
  '/dashboard': screen('signed in', async () => (await import('../screens/dashboard-screen.tsx')).DashboardScreen),
  '/upload': screen('signed in', async () => (await import('../screens/upload-screen.tsx')).UploadScreen),
  '/microsite/:id': screen('signed in', async () => (await import('../screens/microsite-screen.tsx')).MicrositeScreen),
}

/** The whole app. */
export function App() {
  return (
    <AppNavigation>
      <Guarded>
        <Page>
          <Screens />
        </Page>
      </Guarded>
    </AppNavigation>
  )
}

/** Shows a path once its screen's code is loaded. */
export function AppNavigation({ children }: { children: ReactNode }) {
  return <Navigation prepare={preload}>{children}</Navigation>
}

async function preload(pathname: string): Promise<void> {
  const found = findScreen(pathname)
  if (found) await SCREENS[found.path].Screen.preload()
}

/** The screen at the current path. Its errors stay inside the page, so that an upload continues. */
export function Screens() {
  const found = findScreen(useLocation().pathname)
  if (found === null) return <NotFoundScreen />
  const { access, Screen } = SCREENS[found.path]
  const shown = (
    <Guarded>
      <Screen key={found.path} fallback={<FullPageSpinner label="Loading..." />} />
    </Guarded>
  )
  return access === 'signed in' ? <Protected>{shown}</Protected> : shown
}

function Guarded({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary place={useLocation()} fallback={<ErrorScreen />}>
      {children}
    </ErrorBoundary>
  )
}
