import { SITE_PATHS, type ScreenPath } from '@callfolio/shared/app-paths.ts'
import type { ComponentType } from 'react'
import { createBrowserRouter, redirectDocument, type RouteObject } from 'react-router'
import { ErrorScreen, NotFoundScreen } from '../screens/error-screen.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Page } from './page.tsx'
import { Protected } from './protected.tsx'

interface ScreenRoute {
  /** `signed in` screens require a session. */
  access: 'anyone' | 'signed in'
  lazy: () => Promise<{ Component: ComponentType }>
}

/** Screens are loaded on demand. */
const SCREENS: Record<ScreenPath, ScreenRoute> = {
  '/auth': {
    access: 'anyone',
    lazy: async () => ({ Component: (await import('../screens/auth-screen.tsx')).AuthScreen }),
  },
  '/auth/confirm': {
    access: 'anyone',
    lazy: async () => ({ Component: (await import('../screens/confirm-screen.tsx')).ConfirmScreen }),
  },
  '/auth/return': {
    access: 'anyone',
    lazy: async () => ({ Component: (await import('../screens/provider-return-screen.tsx')).ProviderReturnScreen }),
  },
  '/extension/continue': {
    access: 'anyone',
    lazy: async () => ({ Component: (await import('../screens/continue-screen.tsx')).ContinueScreen }),
  },
  '/reset-password': {
    access: 'anyone',
    lazy: async () => ({ Component: (await import('../screens/reset-password-screen.tsx')).ResetPasswordScreen }),
  },
  '/dashboard': {
    access: 'signed in',
    lazy: async () => ({ Component: (await import('../screens/dashboard-screen.tsx')).DashboardScreen }),
  },
  '/upload': {
    access: 'signed in',
    lazy: async () => ({ Component: (await import('../screens/upload-screen.tsx')).UploadScreen }),
  },
  '/microsite/:id': {
    access: 'signed in',
    lazy: async () => ({ Component: (await import('../screens/microsite-screen.tsx')).MicrositeScreen }),
  },
}

export const ROUTES: RouteObject[] = [
  {
    element: <Page />,
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <FullPageSpinner label="Loading..." />,
    children: guarded([
      // Public pages are not part of the app.
      ...SITE_PATHS.map((path): RouteObject => ({ path, loader: ({ request }) => redirectDocument(request.url) })),
      ...routesWith('anyone'),
      { element: <Protected />, children: routesWith('signed in') },
      { path: '*', element: <NotFoundScreen /> },
    ]),
  },
]

/** The router of the app in this browser. */
export function createRouter() {
  // Only the first page of a tab has no key, and would be scrolled to the position of the page loaded before it.
  const state = history.state as { key?: string } | null
  if (state?.key === undefined) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
  return createBrowserRouter(ROUTES)
}

/** Screens whose errors stay inside the page, so that an upload continues while one is broken. */
function guarded(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <ErrorScreen />, children }]
}

function routesWith(access: ScreenRoute['access']): RouteObject[] {
  return Object.entries(SCREENS).flatMap(([path, { access: needed, ...route }]) =>
    needed === access ? [{ path, ...route }] : [],
  )
}
