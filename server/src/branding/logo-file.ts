import { fileTypeFromBuffer } from 'file-type'
import type { LOGO_TYPES } from '@callfolio/shared/contract/branding.ts'

const EXTENSIONS: Readonly<Record<(typeof LOGO_TYPES)[number], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Looks at the first bytes, not at a name. @returns the extension of a picture that may be a logo, else null. */
export async function logoExtension(content: Uint8Array): Promise<string | null> {
  const type = await fileTypeFromBuffer(content)
  const extensions: Readonly<Record<string, string>> = EXTENSIONS
  return (type && Object.hasOwn(extensions, type.mime) && extensions[type.mime]) || null
}

/** Where a logo lies: below its user, so that it goes when the account goes. */
export function logoKey(userId: string, logoName: string): string {
  return `${userId}/branding/${logoName}`
}

/** Path of a logo for everybody who reads a shared page. Its random name tells nothing, and a new logo has a new one. */
export function logoPath(logoName: string): string {
  return `/api/logos/${logoName}`
}
