/** The product's name and its fixed words. No other file spells the name. */
export const BRAND = {
  name: 'Callfolio',
  /** Sentence for manifests, mails and link previews. */
  tagline: 'Turns a recorded call into a page where every point links to the moment it was said.',
  /** Accent colour when the owner has set none. */
  accent: '#208df3',
} as const
