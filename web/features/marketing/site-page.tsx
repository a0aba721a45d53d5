import type { ReactNode } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { SiteHeader } from './site-header.tsx'
import { Logo } from '../../ui/logo.tsx'

/** A public page: the bar, the content, the footer. */
export function SitePage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-30 rounded bg-raised px-4 py-2 text-15 font-medium shadow-menu focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

const GROUPS = [
  {
    title: 'Product',
    links: [
      ['Features', '/#feature-comparison'],
      ['Pricing', '/pricing'],
      ['Browser extension', '/extension'],
      ['Contact', '/#contact'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Terms of Service', '/terms-of-service'],
      ['Terms of Use', '/terms-of-use'],
      ['Privacy Policy', '/privacy-policy'],
    ],
  },
] as const

/** The footer of public pages. */
function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-[75rem] grid-cols-2 gap-10 px-5 py-12 sm:px-8 md:grid-cols-[minmax(0,1fr)_auto_auto] md:gap-24">
        <div className="col-span-2 grid content-start justify-items-start gap-3 md:col-span-1">
          <Logo />
          <p className="max-w-[22rem] text-15 text-muted">{BRAND.tagline}</p>
        </div>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="grid content-start gap-1">
            <p className="mb-1 text-13 font-medium">{title}</p>
            {links.map(([name, to]) => (
              <a key={to} href={to} className="rounded-sm py-1 text-15 text-muted hover:text-ink">
                {name}
              </a>
            ))}
          </nav>
        ))}
      </div>
    </footer>
  )
}
