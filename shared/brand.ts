/** The product's name and its fixed words. No other file spells the name. */
export const BRAND = {
  name: 'Callfolio',
  /** Tagline for manifests, emails and link previews. */
  tagline: 'Turns a recorded call into a page where every point links to when it was said.',
  /** Default accent color. */
  accent: '#208df3',
} as const
