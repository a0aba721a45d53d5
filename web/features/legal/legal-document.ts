import type { ReactNode } from 'react'

export interface LegalSection {
  /** For the address's fragment. */
  id: string
  title: string
  content: ReactNode
}

/** A legal text: set by LegalPage. */
export interface LegalDocument {
  title: string
  /** One sentence, for search engines too. */
  summary: string
  /** Since when it holds, as it is shown. */
  date: string
  sections: readonly LegalSection[]
}
