import { AppError } from '../kernel/errors.ts'

/** Storage path of an upload: `{user_id}/meetings/{user_id}/{timestamp}.{ext}`. */
export function uploadKey(userId: string, timestamp: number, extension: string): string {
  return `${userId}/meetings/${userId}/${timestamp}.${extension}`
}

/** Folder of what was transcribed of an upload before it was whole; ends with `/`. */
export function earlySpeechFolder(uploadKey: string): string {
  return `${uploadKey}.speech/`
}

/** Folder of everything derived from a microsite's recording; ends with `/`. */
export function derivedFolder(userId: string, micrositeId: string): string {
  return `${userId}/derived/${micrositeId}/`
}

/** Whose a key below a derived folder is; null: it is no such key. */
export function micrositeOfDerived(key: string): { userId: string; micrositeId: string } | null {
  const [userId, area, micrositeId, ...rest] = key.split('/')
  return userId && area === 'derived' && micrositeId && rest.length > 0 ? { userId, micrositeId } : null
}

/** End of the keys of `importedKey`, and of no other's. */
export const IMPORTED = '/imported'

/** Key in the register of uploads of all that an import brought of a microsite besides its recording. Nothing is stored there. */
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

/** Key of a logo: below its user, so that it is removed with the account. */
export function logoKey(userId: string, logoName: string): string {
  return `${userId}/branding/${logoName}`
}

/** Key of the caption file that came with an upload. */
export function captionsKey(folder: string): string {
  return `${folder}captions.txt`
}

/** Folder of what the stages of a job have made, which is made again where it is missing. */
export function stagesFolder(folder: string): string {
  return `${folder}stages/`
}

/** Key of the list of audio tracks that came with the upload. */
export function tracksKey(folder: string): string {
  return `${folder}tracks.json`
}

/** Key of an audio track once work on the microsite has begun. */
export function trackKey(folder: string, who: string): string {
  return `${folder}tracks/${who}`
}

/** Key of a transcript that the owner added later. */
export function givenTranscriptKey(folder: string, requestId: string): string {
  return `${folder}given-${requestId}.txt`
}

/**
 * Validates a storage key. Refused are absolute paths, empty or hidden segments (`..` among them), backslashes, NUL.
 * @throws AppError invalid_request
 */
export function assertStorageKey(key: string): void {
  const segments = key.split('/')
  const harmless = segments.every((segment) => segment !== '' && !segment.startsWith('.')) && !/[\\\0]/.test(key)
  if (!harmless) throw new AppError('invalid_request', 'The storage path is not valid.')
}

/** What is stored of an upload to a bucket, beside everybody's own keys: no storage key begins with a dot. */
export function uploadNoteKey(key: string): string {
  return `.uploads/${key}.info`
}

/** The end of what has arrived of an upload to a bucket, as long as it is too short to be a part. */
export function uploadRestKey(key: string): string {
  return `.uploads/${key}.rest`
}
