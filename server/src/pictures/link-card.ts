/** Size that chat and email apps expect of a link's picture, px. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

/** The texts on a link's picture. Plain text in any script. */
export interface LinkCard {
  title: string
  /** One line: length, date. */
  facts: string
  /** A sentence or two of the content; null: none. */
  teaser: string | null
  /** `#rrggbb`. */
  accent: string
  /** A PNG, JPEG or WebP file; null: the product's own mark. */
  logo: Uint8Array | null
}

/** Draws a card. @returns a PNG file of `CARD_SIZE`. */
export type DrawLinkCard = (card: LinkCard) => Promise<Uint8Array>
