import { contrast, mix } from './colour.ts'

/** Colors of one theme derived from an accent. Text has a WCAG AA contrast (4.5:1) to its background. */
export interface AccentShades {
  /** Fill of buttons and bars. */
  fill: string
  fillHover: string
  /** Text on either fill. */
  onFill: string
  /** Links and marks on every surface of the theme and on `soft`. */
  text: string
  /** A light background for the current item. */
  soft: string
}

interface Theme {
  surfaces: readonly string[]
  /** The color that text colors are moved towards until they are legible. */
  towards: string
  softness: number
}

const WHITE = '#ffffff'
const BLACK = '#000000'

/** The surfaces are those of the design tokens: --paper, --surface, --raised. */
export const THEME_SURFACES = {
  light: ['#ffffff', '#f6f7f9', '#ffffff'],
  dark: ['#101215', '#17191e', '#1c1f25'],
} as const
const THEMES: Record<'light' | 'dark', Theme> = {
  light: { surfaces: THEME_SURFACES.light, towards: BLACK, softness: 0.08 },
  dark: { surfaces: THEME_SURFACES.dark, towards: WHITE, softness: 0.16 },
}

const TEXT_CONTRAST = 4.5
/** Below this contrast white text is illegible, so the color is kept with black text on it (yellow, mint). */
const WHITE_IS_WORTH_IT = 3
/** Minimum contrast of a fill to the page. */
const SEEN_CONTRAST = 1.4
const HOVER = 0.14
const STEP = 0.02

/**
 * Derives all colors of an accent.
 * @param accent `#rrggbb`.
 */
export function accentShades(accent: string): Record<'light' | 'dark', AccentShades> {
  return { light: shadesIn(THEMES.light, accent), dark: shadesIn(THEMES.dark, accent) }
}

function shadesIn({ surfaces, towards, softness }: Theme, accent: string): AccentShades {
  const seen = moveUntil(accent, towards, (colour) =>
    surfaces.every((surface) => contrast(colour, surface) >= SEEN_CONTRAST),
  )
  const onFill = contrast(WHITE, seen) >= WHITE_IS_WORTH_IT ? WHITE : BLACK
  const away = onFill === WHITE ? BLACK : WHITE
  const fill = moveUntil(seen, away, (colour) => contrast(onFill, colour) >= TEXT_CONTRAST)
  const soft = mix(surfaces[0] ?? WHITE, accent, softness)
  const text = moveUntil(accent, towards, (colour) =>
    [...surfaces, soft].every((surface) => contrast(colour, surface) >= TEXT_CONTRAST),
  )
  return { fill, fillHover: mix(fill, away, HOVER), onFill, text, soft }
}

/** The first step from a color towards black or white that passes. */
function moveUntil(colour: string, towards: string, isGood: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(colour, towards, share)
    if (isGood(moved)) return moved
  }
  return towards
}
