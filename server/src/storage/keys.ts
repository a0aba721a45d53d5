import { AppError } from '../kernel/errors.ts'

/** Storage path of an upload: `{user_id}/meetings/{user_id}/{timestamp}.{ext}`. */
export function uploadKey(userId: string, timestamp: number, extension: string): string {
  return `${userId}/meetings/${userId}/${timestamp}.${extension}`
}

/** Folder of an upload's early transcript, made before the upload was complete; ends with `/`. */
export function earlySpeechFolder(uploadKey: string): string {
  return `${uploadKey}.speech/`
}

/** Folder of everything derived from a microsite's recording; ends with `/`. */
export function derivedFolder(userId: string, micrositeId: string): string {
  return `${userId}/derived/${micrositeId}/`
}

/** The owner of a key below a derived folder; null: not such a key. */
export function micrositeOfDerived(key: string): { userId: string; micrositeId: string } | null {
  const [userId, area, micrositeId, ...rest] = key.split('/')
  return userId && area === 'derived' && micrositeId && rest.length > 0 ? { userId, micrositeId } : null
}

/** Suffix of the keys of `importedKey`, and of no others. */
export const IMPORTED = '/imported'

/**
 * Key in the uploads table for everything an import brought of a microsite besides its recording. Nothing is stored
 * there.
 */
export function importedKey(userId: string, micrositeId: string): string {
  return `${userId}/derived/${micrositeId}${IMPORTED}`
}

/** Key of the recording of a sample call's microsite. */
export function sampleKey(userId: string, micrositeId: string): string {
  return `${derivedFolder(userId, micrositeId)}sample.mp4`
}

/** True when the upload key belongs to the user. */
export function ownsUpload(userId: string, key: string): boolean {
  return key.startsWith(`${userId}/meetings/${userId}/`) && !key.includes('..')
}

/** Key of a logo: below its user, so that it is deleted with the account. */
export function logoKey(userId: string, logoName: string): string {
  return `${userId}/branding/${logoName}`
}

/** Key of the caption file that came with an upload. */
export function captionsKey(folder: string): string {
  return `${folder}captions.txt`
}

/** Folder of a job's intermediate results, which are recreated where missing. */
export function stagesFolder(folder: string): string {
  return `${folder}stages/`
}

/** Key of the list of audio tracks that came with the upload. */
export function tracksKey(folder: string): string {
  return `${folder}tracks.json`
}

/** Key of an audio track once processing of the microsite has started. */
export function trackKey(folder: string, who: string): string {
  return `${folder}tracks/${who}`
}

/** Key of a transcript that the owner added later. */
export function givenTranscriptKey(folder: string, requestId: string): string {
  return `${folder}given-${requestId}.txt`
}

/**
 * Validates a storage key. Rejects absolute paths, empty or hidden segments (`..` among them), backslashes, NUL.
 * @throws AppError invalid_request
 */
export function assertStorageKey(key: string): void {
  const segments = key.split('/')
  const harmless = segments.every((segment) => segment !== '' && !segment.startsWith('.')) && !/[\\\0]/.test(key)
  if (!harmless) throw new AppError('invalid_request', 'The storage path is not valid.')
}

/** Key of the data stored for an upload to a bucket, separate from users' keys, which never begin with a dot. */
export function uploadNoteKey(key: string): string {
  return `.uploads/${key}.info`
}

/** Key of the end of an upload to a bucket while it is too short to be a part. */
export function uploadRestKey(key: string): string {
  return `.uploads/${key}.rest`
}
