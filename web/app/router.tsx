import type { AppPath } from '@callfolio/shared/app-paths.ts'
import type { ComponentType, ReactNode } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { LegalText } from '../features/legal/legal-text.ts'
import { ErrorScreen, NotFoundScreen } from '../screens/error-screen.tsx'
import { LandingScreen } from '../screens/landing-screen.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Page, type PageHandle } from './page.tsx'

const ALWAYS: PageHandle = { account: 'always' }
const IF_SIGNED_IN: PageHandle = { account: 'if signed in' }

interface ScreenRoute {
  /** `public` screens need no account part, `account` screens load it, `signed in` screens also require a session. */
  access: 'public' | 'account' | 'signed in'
  handle?: PageHandle
  element?: ReactNode
  lazy?: () => Promise<{ Component: ComponentType }>
}

/** The page and its text are separate files. */
const legalScreen = (load: () => Promise<{ text: LegalText }>): ScreenRoute => ({
  access: 'public',
  lazy: async () => {
    const [{ LegalPage }, { text }] = await Promise.all([import('../features/legal/legal-page.tsx'), load()])
    return { Component: () => <LegalPage {...text} /> }
  },
})

/** A visitor's first screens are in the main bundle; other screens are loaded on demand. */
const SCREENS: Record<AppPath, ScreenRoute> = {
  '/': { access: 'public', handle: IF_SIGNED_IN, element: <LandingScreen /> },
  '/pricing': {
    access: 'public',
    handle: IF_SIGNED_IN,
    lazy: async () => ({ Component: (await import('../screens/pricing-screen.tsx')).PricingScreen }),
  },
  '/extension': {
    access: 'public',
    handle: IF_SIGNED_IN,
    lazy: async () => ({ Component: (await import('../screens/extension-screen.tsx')).ExtensionScreen }),
  },
  '/terms-of-service': legalScreen(() => import('../features/legal/texts/terms-of-service.md')),
  '/terms-of-use': legalScreen(() => import('../features/legal/texts/terms-of-use.md')),
  '/privacy-policy': legalScreen(() => import('../features/legal/texts/privacy-policy.md')),
  '/data-flow': {
    access: 'public',
    lazy: async () => ({ Component: (await import('../screens/data-flow-screen.tsx')).DataFlowScreen }),
  },
  '/auth': {
    access: 'account',
    lazy: async () => ({ Component: (await import('../screens/auth-screen.tsx')).AuthScreen }),
  },
  '/auth/confirm': {
    access: 'account',
    lazy: async () => ({ Component: (await import('../screens/confirm-screen.tsx')).ConfirmScreen }),
  },
  '/auth/return': {
    access: 'account',
    lazy: async () => ({ Component: (await import('../screens/provider-return-screen.tsx')).ProviderReturnScreen }),
  },
  '/extension/continue': {
    access: 'account',
    lazy: async () => ({ Component: (await import('../screens/continue-screen.tsx')).ContinueScreen }),
  },
  '/reset-password': {
    access: 'account',
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
      ...routesWith('public'),
      {
        handle: ALWAYS,
        // Fetched along with the screen, not after it.
        lazy: async () => {
          await import('./account.tsx')
          return {}
        },
        children: [
          ...routesWith('account'),
          {
            lazy: async () => ({ Component: (await import('./protected.tsx')).Protected }),
            children: routesWith('signed in'),
          },
        ],
      },
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
