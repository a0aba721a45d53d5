import type { CSSProperties } from 'react'
import { accentShades, type AccentShades } from '@callfolio/shared/page/accent.ts'

/** The design tokens that depend on the accent color. */
const TOKENS: Record<string, keyof AccentShades> = {
  '--accent-fill': 'fill',
  '--accent-fill-hover': 'fillHover',
  '--on-accent': 'onFill',
  '--accent-text': 'text',
  '--accent-soft': 'soft',
}

/** The tokens of an owner's accent (`#rrggbb`) for an element's `style`; none for null, the product's default. */
export function accentStyle(accent: string | null): CSSProperties {
  if (accent === null) return {}
  const { light, dark } = accentShades(accent)
  const shades = Object.entries(TOKENS).map(([token, shade]) => [token, `light-dark(${light[shade]}, ${dark[shade]})`])
  return Object.fromEntries([['--accent', accent], ...shades]) as CSSProperties
}
