import { accentShades } from '@callfolio/shared/page/accent.ts'
import { LOGO_TYPES, MAX_LOGO_BYTES } from '@callfolio/shared/contract/branding.ts'

/**
 * Describes in a sentence how an accent color is adjusted for text, in light and dark mode.
 * @param accent `#rrggbb`.
 */
export function contrastNote(accent: string): string {
  const { light, dark } = accentShades(accent)
  if (light.onFill === '#000000')
    return 'White text is hard to read on this color. Buttons use black text; links use a darker shade.'
  if (light.fill !== accent) return `White text is hard to read on this color, so buttons use ${light.fill}.`
  if (light.text !== accent) return `This color is hard to read on white, so links use ${light.text}.`
  if (dark.text !== accent) return 'Readable on white. Dark pages use a lighter shade.'
  return 'Text is easy to read in this color.'
}

/** Why a file can't be a logo, as a sentence; null if it can be sent. The server checks the image itself. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!LOGO_TYPES.some((known) => known === type)) return 'Choose a PNG, JPEG or WebP image.'
  return size > MAX_LOGO_BYTES ? 'Logos can be up to 1 MB. Choose a smaller image.' : null
}
