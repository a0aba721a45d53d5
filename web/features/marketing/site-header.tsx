import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Logo } from '../../ui/logo.tsx'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useVisitor } from '../plan/subscription-context.ts'

const ANCHORS = [
  ['Features', '/#feature-comparison'],
  ['Pricing', '/#pricing'],
  ['Contact', '/#contact'],
] as const

/** The top bar of public pages; on a phone its links are behind a button. */
export function SiteHeader() {
  // Open only for the URL at which it was opened: any link closes it.
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const open = openedAt === key
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      toggle.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [open])
  const Icon = open ? X : Menu
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-[75rem] items-center justify-between gap-6 px-5 sm:px-8 md:grid md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Logo />
        <nav aria-label="Sections" className="hidden gap-1 md:flex">
          {ANCHORS.map(([name, to]) => (
            <Link
              key={to}
              to={to}
              className="rounded px-3 py-1.5 text-15 text-muted transition-colors duration-150 hover:text-ink"
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className="hidden justify-end gap-2 md:flex">
          <SiteAccount size="sm" />
        </div>
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls="site-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={() => setOpenedAt(open ? null : key)}
          className="-mr-2 grid size-10 place-items-center rounded text-ink md:hidden"
        >
          <Icon size={22} aria-hidden />
        </button>
      </div>
      <div
        id="site-menu"
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-line bg-paper px-5 pt-2 pb-5 shadow-menu md:hidden"
      >
        <nav aria-label="Menu" className="grid">
          {ANCHORS.map(([name, to]) => (
            <Link key={to} to={to} className="rounded py-3 text-17 font-medium">
              {name}
            </Link>
          ))}
        </nav>
        <div className="mt-3 grid gap-2">
          <SiteAccount size="md" />
        </div>
      </div>
    </header>
  )
}

/** Sign-in link for visitors, dashboard and sign-out for users. Reserves its space until that is known. */
function SiteAccount({ size }: { size: 'md' | 'sm' }) {
  const { status, user } = useVisitor()
  const waiting = status === 'loading'
  if (status === 'signed_out') {
    return (
      <Link to={SIGN_UP_PATH} className={buttonClass('primary', size)}>
        Get Started
      </Link>
    )
  }
  return (
    <>
      <Link to="/dashboard" className={`${buttonClass('secondary', size)} ${waiting ? 'invisible' : ''}`}>
        Dashboard
      </Link>
      {user !== null && <SignOutButton size={size} />}
    </>
  )
}

function SignOutButton({ size }: { size: 'md' | 'sm' }) {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => void signOut()} className={buttonClass('quiet', size)}>
      Sign Out
    </button>
  )
}
