import { LOGO_TYPES, MAX_LOGO_BYTES } from '@callfolio/shared/contract/branding.ts'

/** Why a file can't be a logo, as a sentence; null when it may be sent. The server looks at the picture itself. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!LOGO_TYPES.some((known) => known === type)) return 'Please choose a PNG, JPEG or WebP picture.'
  return size > MAX_LOGO_BYTES ? 'A logo may have at most 1 MB.' : null
}
