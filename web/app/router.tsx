import { createBrowserRouter, type RouteObject } from 'react-router'
import { ErrorScreen, NotFoundScreen } from '../screens/error-screen.tsx'
import { LandingScreen } from '../screens/landing-screen.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { Page, type PageHandle } from './page.tsx'

const ALWAYS: PageHandle = { account: 'always' }
const IF_SIGNED_IN: PageHandle = { account: 'if signed in' }

/** Every address of the web app (shared/app-paths.ts). What a visitor sees first is in the first file; the rest comes when it is needed. */
export const ROUTES: RouteObject[] = [
  {
    element: <Page />,
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <FullPageSpinner label="Loading..." />,
    children: guarded([
      { path: '/', element: <LandingScreen />, handle: IF_SIGNED_IN },
      {
        path: '/pricing',
        handle: IF_SIGNED_IN,
        lazy: async () => ({ Component: (await import('../screens/pricing-screen.tsx')).PricingScreen }),
      },
      {
        path: '/extension',
        handle: IF_SIGNED_IN,
        lazy: async () => ({ Component: (await import('../screens/extension-screen.tsx')).ExtensionScreen }),
      },
      {
        path: '/terms-of-service',
        lazy: async () => ({
          Component: (await import('../screens/terms-of-service-screen.tsx')).TermsOfServiceScreen,
        }),
      },
      {
        path: '/terms-of-use',
        lazy: async () => ({ Component: (await import('../screens/terms-of-use-screen.tsx')).TermsOfUseScreen }),
      },
      {
        path: '/privacy-policy',
        lazy: async () => ({ Component: (await import('../screens/privacy-policy-screen.tsx')).PrivacyPolicyScreen }),
      },
      {
        path: '/data-flow',
        lazy: async () => ({ Component: (await import('../screens/data-flow-screen.tsx')).DataFlowScreen }),
      },
      {
        handle: ALWAYS,
        // Fetched along with the screen, not after it.
        lazy: async () => {
          await import('./account.tsx')
          return {}
        },
        children: [
          { path: '/auth', lazy: async () => ({ Component: (await import('../screens/auth-screen.tsx')).AuthScreen }) },
          {
            path: '/auth/confirm',
            lazy: async () => ({ Component: (await import('../screens/confirm-screen.tsx')).ConfirmScreen }),
          },
          {
            path: '/auth/return',
            lazy: async () => ({
              Component: (await import('../screens/provider-return-screen.tsx')).ProviderReturnScreen,
            }),
          },
          {
            path: '/extension/continue',
            lazy: async () => ({ Component: (await import('../screens/continue-screen.tsx')).ContinueScreen }),
          },
          {
            path: '/reset-password',
            lazy: async () => ({
              Component: (await import('../screens/reset-password-screen.tsx')).ResetPasswordScreen,
            }),
          },
          {
            lazy: async () => ({ Component: (await import('./protected.tsx')).Protected }),
            children: [
              {
                path: '/dashboard',
                lazy: async () => ({ Component: (await import('../screens/dashboard-screen.tsx')).DashboardScreen }),
              },
              {
                path: '/upload',
                lazy: async () => ({ Component: (await import('../screens/upload-screen.tsx')).UploadScreen }),
              },
              {
                path: '/microsite/:id',
                lazy: async () => ({ Component: (await import('../screens/microsite-screen.tsx')).MicrositeScreen }),
              },
            ],
          },
        ],
      },
      { path: '*', element: <NotFoundScreen /> },
    ]),
  },
]

/** The router of the app in this browser. */
export function createRouter() {
  // Only the page that a tab loads has no key of its own, and would be scrolled to where the one loaded before it stood.
  const state = history.state as { key?: string } | null
  if (state?.key === undefined) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
  return createBrowserRouter(ROUTES)
}

/** Screens whose errors stay below the page around them, so that an upload goes on while one is broken. */
function guarded(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <ErrorScreen />, children }]
}
