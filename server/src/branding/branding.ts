import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS, type Branding, type LOGO_TYPES } from '@callfolio/shared/contract/branding.ts'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { logoKey } from '../storage/keys.ts'
import { getMediaType } from '../storage/media-type.ts'
import type { Storage } from '../storage/storage.ts'
import type { BrandingsRepo } from './brandings-repo.ts'

/** Logo and accent colour of a user's pages. @param origin of the logo's address. */
export async function readBranding(
  { brandings }: { brandings: BrandingsRepo },
  userId: string,
  origin: string,
): Promise<Branding> {
  const row = await brandings.find(userId)
  return { accent: row?.accent ?? null, logo_url: row?.logoName ? new URL(logoPath(row.logoName), origin).href : null }
}

export interface LogoDeps {
  brandings: BrandingsRepo
  storage: Storage
  clock: Clock
}

/**
 * Replaces the logo of a user's pages.
 * @throws AppError payload_too_large when it has too many bytes or pixels, or invalid_request when the content is no
 * PNG, JPEG or WebP picture.
 */
export async function setLogo(deps: LogoDeps, userId: string, content: Uint8Array): Promise<void> {
  if (content.length > MAX_LOGO_BYTES)
    throw new AppError('payload_too_large', 'Logos can be up to 1 MB. Choose a smaller image.')
  const extension = await logoExtension(content)
  const pixels = extension === null ? null : getPixels(content)
  if (pixels === null) throw new AppError('invalid_request', 'Choose a PNG, JPEG or WebP image.')
  if (pixels > MAX_LOGO_PIXELS)
    throw new AppError('payload_too_large', 'Logos can be up to 4 megapixels. Choose a smaller image.')
  const logoName = `${randomUUID()}.${extension}`
  await deps.storage.write(logoKey(userId, logoName), content)
  await replaceLogo(deps, userId, logoName)
}

/** Removes the logo of a user's pages; no error when there is none. */
export async function removeLogo(deps: LogoDeps, userId: string): Promise<void> {
  await replaceLogo(deps, userId, null)
}

/** Removes the old file last: until the row is changed, pages refer to it. */
async function replaceLogo(
  { brandings, storage, clock }: LogoDeps,
  userId: string,
  logoName: string | null,
): Promise<void> {
  const before = await brandings.find(userId)
  await brandings.set(userId, { logoName }, clock())
  if (before?.logoName) await storage.remove(logoKey(userId, before.logoName))
}

/**
 * A logo's bytes; knowing its name is enough.
 * @throws AppError not_found, also for one that was replaced or removed.
 */
export async function readLogo(
  { brandings, storage }: Pick<LogoDeps, 'brandings' | 'storage'>,
  logoName: string,
): Promise<{ type: string; content: Readable }> {
  const row = await brandings.findByLogo(logoName)
  if (!row) throw new AppError('not_found', 'Logo not found.')
  const key = logoKey(row.userId, logoName)
  return { type: getMediaType(key), content: await storage.read(key) }
}

/** The file of a user's logo; null when there is none. */
export async function readLogoFor(
  { brandings, storage }: Pick<LogoDeps, 'brandings' | 'storage'>,
  userId: string,
): Promise<Uint8Array | null> {
  const row = await brandings.find(userId)
  return row?.logoName ? buffer(await storage.read(logoKey(userId, row.logoName))) : null
}

const EXTENSIONS: Readonly<Record<(typeof LOGO_TYPES)[number], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Detects the type from the content. @returns the extension of an accepted picture, else null. */
async function logoExtension(content: Uint8Array): Promise<string | null> {
  const type = await fileTypeFromBuffer(content)
  const extensions: Readonly<Record<string, string>> = EXTENSIONS
  return (type && Object.hasOwn(extensions, type.mime) && extensions[type.mime]) || null
}

/** The number of pixels in a picture's header; null: it can't be read. */
function getPixels(content: Uint8Array): number | null {
  try {
    const { width, height } = imageSize(content)
    return width * height
  } catch {
    return null
  }
}

/** The public path of a logo, for shared pages. Its random name reveals nothing and changes with each new logo. */
function logoPath(logoName: string): string {
  return `/api/logos/${logoName}`
}
