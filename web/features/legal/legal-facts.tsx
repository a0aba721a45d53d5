import type { ReactNode } from 'react'
import type { FactName } from './legal-text.ts'
import { USUAL_SENTENCES } from './legal-sentences.ts'

/** A fact about this server, which the page's script fills in. Until it's known, the usual sentence holds its place. */
export function LegalFact({ name }: { name: FactName }) {
  if (name !== 'contact')
    return (
      <p data-fact={name} className="invisible">
        {USUAL_SENTENCES[name]}
      </p>
    )
  return (
    <p>
      Contact us through the <LegalLink to="/#contact">contact form on the website</LegalLink>.
      <span data-fact={name} />
    </p>
  )
}

/** Underlined, so that color is not the only cue. */
const LINK = 'text-accent-text underline underline-offset-4'

/** A link inside a legal text. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className={LINK}>
      {children}
    </a>
  )
}
