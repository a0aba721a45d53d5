import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../kernel/errors.ts'
import { mediaTypeOf } from '../storage/media-type.ts'
import type { LogoDeps } from './set-logo.ts'
import { logoKey } from './logo-file.ts'

/**
 * A logo's bytes, for everybody who knows its name.
 * @throws AppError not_found, also for one that was replaced or removed.
 */
export async function readLogo(
  { brandings, storage }: Pick<LogoDeps, 'brandings' | 'storage'>,
  logoName: string,
): Promise<{ type: string; content: Readable }> {
  const row = await brandings.findByLogo(logoName)
  if (!row) throw new AppError('not_found', 'There is no such logo.')
  const key = logoKey(row.userId, logoName)
  return { type: mediaTypeOf(key), content: await storage.read(key) }
}

/** The file of a user's logo; null when there is none. */
export async function readLogoOf(
  { brandings, storage }: Pick<LogoDeps, 'brandings' | 'storage'>,
  userId: string,
): Promise<Uint8Array | null> {
  const row = await brandings.find(userId)
  return row?.logoName ? buffer(await storage.read(logoKey(userId, row.logoName))) : null
}
