import { accentShades } from '@callfolio/shared/accent.ts'
import { LOGO_TYPES, MAX_LOGO_BYTES } from '@callfolio/shared/contract/branding.ts'

/**
 * Says in a sentence what becomes of an accent colour where text meets it, light and dark.
 * @param accent `#rrggbb`.
 */
export function contrastNote(accent: string): string {
  const { light, dark } = accentShades(accent)
  if (light.onFill === '#000000')
    return 'White text on this colour is hard to read, so buttons carry black text, and links use a darker shade on light pages.'
  if (light.fill !== accent)
    return `White text on this colour is hard to read, so buttons use the darker ${light.fill}.`
  if (light.text !== accent)
    return `As text this colour is hard to read on white, so links use the darker ${light.text}.`
  if (dark.text !== accent) return 'Text in this colour can be read on white. On dark pages a lighter shade is used.'
  return 'Text on and in this colour can be read well.'
}

/** Why a file can't be a logo, as a sentence; null when it may be sent. The server checks the picture itself. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!LOGO_TYPES.some((known) => known === type)) return 'Please choose a PNG, JPEG or WebP picture.'
  return size > MAX_LOGO_BYTES ? 'A logo may have at most 1 MB.' : null
}
