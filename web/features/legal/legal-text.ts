/** Part of a legal text: words, an element with its content, or a fact about this server. */
export type LegalNode =
  | string
  | { type: 'paragraph' | 'list' | 'item'; content: LegalNode[] }
  | { type: 'link'; to: string; content: LegalNode[] }
  | { type: 'fact'; name: FactName }

/** A fact that the page reads from the server: its operator, where calls are processed, how to reach the operator. */
export type FactName = 'operator' | 'engines' | 'contact'

export interface LegalSection {
  /** The fragment of its URL. */
  id: string
  title: string
  content: LegalNode[]
}

/** A legal text, compiled from Markdown at build time. */
export interface LegalText {
  title: string
  /** One sentence, for search engines too. */
  summary: string
  /** When it took effect, as displayed. */
  date: string
  sections: LegalSection[]
}
