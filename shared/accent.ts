import { contrast, mix } from './colour.ts'

/** Colours of one theme that are made of an accent. Text keeps WCAG AA (4.5:1) on what it stands on. */
export interface AccentShades {
  /** Fill of buttons and bars. */
  fill: string
  fillHover: string
  /** Text on either fill. */
  onFill: string
  /** Links and marks on every surface of the theme and on `soft`. */
  text: string
  /** A light wash behind what is current. */
  soft: string
}

interface Theme {
  surfaces: readonly string[]
  /** What text colours are moved towards until they can be read. */
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
/** Below it white on the colour is hopeless, and the colour is kept as it is with black on it (yellow, mint). */
const WHITE_IS_WORTH_IT = 3
/** A fill must at least be seen on the page. */
const SEEN_CONTRAST = 1.4
const HOVER = 0.14
const STEP = 0.02

/**
 * Derives all colours that an accent is shown in.
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

/** The first step from a colour towards black or white that is good. */
function moveUntil(colour: string, towards: string, isGood: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const moved = mix(colour, towards, share)
    if (isGood(moved)) return moved
  }
  return towards
}
