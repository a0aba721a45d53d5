import { randomUUID } from 'node:crypto'
import { MAX_LOGO_BYTES } from '@callfolio/shared/contract/branding.ts'
import { AppError } from '../kernel/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { BrandingsRepo } from './brandings-repo.ts'
import { logoExtension, logoKey } from './logo-file.ts'

export interface LogoDeps {
  brandings: BrandingsRepo
  storage: Storage
  clock: Clock
}

/**
 * Gives a user's pages a logo in place of the one before.
 * @throws AppError payload_too_large, or invalid_request when the content is no PNG, JPEG or WebP picture.
 */
export async function setLogo(deps: LogoDeps, userId: string, content: Uint8Array): Promise<void> {
  if (content.length > MAX_LOGO_BYTES) throw new AppError('payload_too_large', 'A logo may have at most 1 MB.')
  const extension = await logoExtension(content)
  if (extension === null) throw new AppError('invalid_request', 'Please choose a PNG, JPEG or WebP picture.')
  const logoName = `${randomUUID()}.${extension}`
  await deps.storage.write(logoKey(userId, logoName), content)
  await replaceLogo(deps, userId, logoName)
}

/** Takes the logo off a user's pages; no error when there is none. */
export async function removeLogo(deps: LogoDeps, userId: string): Promise<void> {
  await replaceLogo(deps, userId, null)
}

/** The old file goes last: until the row is changed, pages point at it. */
async function replaceLogo(
  { brandings, storage, clock }: LogoDeps,
  userId: string,
  logoName: string | null,
): Promise<void> {
  const before = await brandings.find(userId)
  await brandings.set(userId, { logoName }, clock())
  if (before?.logoName) await storage.remove(logoKey(userId, before.logoName))
}
