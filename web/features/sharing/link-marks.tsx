import { ListChecks, Lock, Mail, Video, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { sectionsInShort, showsEverySection, type LinkTerms } from './link-terms.ts'

/** What is special about a link: what it asks, and what it shows more or less than others. Nothing for a plain one. */
export function LinkMarks({ terms }: { terms: LinkTerms }) {
  const everything = showsEverySection(terms)
  if (!terms.hasPassword && !terms.asksEmail && everything && !terms.withVideo) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
      {terms.hasPassword && <Mark icon={Lock}>Password</Mark>}
      {terms.asksEmail && <Mark icon={Mail}>Asks for an e-mail address</Mark>}
      {!everything && <Mark icon={ListChecks}>{sectionsInShort(terms.sections)}</Mark>}
      {terms.withVideo && <Mark icon={Video}>With video</Mark>}
    </p>
  )
}

function Mark({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon size={14} aria-hidden className="shrink-0" />
      {children}
    </span>
  )
}
