import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { SitePath } from '@callfolio/shared/app-paths.ts'
import { EARLY_AUDIENCE } from '@callfolio/shared/page/early-audience.ts'
import { withInHead } from '@callfolio/shared/page/with-in-head.ts'
import type { PageAssets } from '@callfolio/shared/page/shared-page.ts'
import { LegalPage } from '../features/legal/legal-page.tsx'
import { text as privacyPolicy } from '../features/legal/texts/privacy-policy.md'
import { text as termsOfService } from '../features/legal/texts/terms-of-service.md'
import { text as termsOfUse } from '../features/legal/texts/terms-of-use.md'
import { DataFlowScreen } from '../screens/data-flow-screen.tsx'
import { ExtensionScreen } from '../screens/extension-screen.tsx'
import { LandingScreen } from '../screens/landing-screen.tsx'
import { PricingScreen } from '../screens/pricing-screen.tsx'

const SCREENS: Record<SitePath, ComponentType> = {
  '/': LandingScreen,
  '/pricing': PricingScreen,
  '/extension': ExtensionScreen,
  '/terms-of-service': () => <LegalPage {...termsOfService} />,
  '/terms-of-use': () => <LegalPage {...termsOfUse} />,
  '/privacy-policy': () => <LegalPage {...privacyPolicy} />,
  '/data-flow': DataFlowScreen,
}

/**
 * Renders a public page as a whole HTML document, as visitors see it. Its script fills in what depends on the server and
 * on who is signed in.
 */
export function renderSitePage(path: SitePath, { script, styles, font }: PageAssets): string {
  const Screen = SCREENS[path]
  const document = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#101215" media="(prefers-color-scheme: dark)" />
        <link rel="canonical" href={path} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {font !== null && <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />}
        <script type="module" src={script} />
      </head>
      <body>
        <QueryClientProvider client={new QueryClient()}>
          <Screen />
        </QueryClientProvider>
      </body>
    </html>,
  )
  return withInHead(`<!doctype html>${document}`, `<style>${styles}</style><script>${EARLY_AUDIENCE}</script>`)
}
