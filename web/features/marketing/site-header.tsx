import { Menu, X } from 'lucide-react'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'

const ANCHORS = [
  ['Features', '/#feature-comparison'],
  ['Pricing', '/#pricing'],
  ['Contact', '/#contact'],
] as const

/** The top bar of public pages; on a phone its links are behind a button, which the page's script opens. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-[75rem] items-center justify-between gap-6 px-5 sm:px-8 md:grid md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Logo />
        <nav aria-label="Sections" className="hidden gap-1 md:flex">
          {ANCHORS.map(([name, href]) => (
            <a
              key={href}
              href={href}
              className="rounded px-3 py-1.5 text-15 text-muted transition-colors duration-150 hover:text-ink"
            >
              {name}
            </a>
          ))}
        </nav>
        <div className="hidden justify-end gap-2 md:flex">
          <SiteAccount size="sm" />
        </div>
        <button
          type="button"
          aria-expanded="false"
          aria-controls="site-menu"
          aria-label="Open menu"
          className="group -mr-2 grid size-10 place-items-center rounded text-ink md:hidden"
        >
          <Menu size={22} aria-hidden className="group-aria-expanded:hidden" />
          <X size={22} aria-hidden className="hidden group-aria-expanded:block" />
        </button>
      </div>
      <div
        id="site-menu"
        hidden
        className="absolute inset-x-0 top-full border-b border-line bg-paper px-5 pt-2 pb-5 shadow-menu md:hidden"
      >
        <nav aria-label="Menu" className="grid">
          {ANCHORS.map(([name, href]) => (
            <a key={href} href={href} className="rounded py-3 text-17 font-medium">
              {name}
            </a>
          ))}
        </nav>
        <div className="mt-3 grid gap-2">
          <SiteAccount size="md" />
        </div>
      </div>
    </header>
  )
}

/** Sign-up link for visitors, dashboard and sign-out for users. */
function SiteAccount({ size }: { size: 'md' | 'sm' }) {
  return (
    <>
      <a href={SIGN_UP_PATH} data-for="visitors" className={buttonClass('primary', size)}>
        Get Started
      </a>
      <a href="/dashboard" data-for="users" className={buttonClass('secondary', size)}>
        Dashboard
      </a>
      <Button variant="quiet" size={size} data-for="users" data-sign-out>
        Sign Out
      </Button>
    </>
  )
}
