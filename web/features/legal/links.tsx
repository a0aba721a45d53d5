import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Set apart from the text by a line under it, not by its colour alone. */
const LINK = 'text-accent-text underline underline-offset-4'

/** A link inside a legal text. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={LINK}>
      {children}
    </Link>
  )
}
