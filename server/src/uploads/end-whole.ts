import { AppError } from '../kernel/errors.ts'
import { removeUpload, type UploadDeps } from './remove-upload.ts'

/**
 * Removes an upload all of whose bytes are there, for a client that gives it up.
 * @returns false when it is not whole, or not there.
 * @throws AppError forbidden when a microsite is made of it.
 */
export async function endWhole(deps: UploadDeps, key: string): Promise<boolean> {
  const received = await deps.store.received(key)
  if (received === null || received.bytes !== received.announced) return false
  if (await deps.uploads.isUsed(key))
    throw new AppError('forbidden', 'A microsite is made of this recording. Delete the microsite instead.')
  await removeUpload(deps, key)
  return true
}
