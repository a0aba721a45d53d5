/** Where tus uploads live. */
export const UPLOADS_PATH = '/files'

/** An address names a file too; file systems take 255 bytes, some of them for endings. */
const LONGEST_SEGMENT = 240

/** A storage key as one segment of an address, which can name a file too. */
export function idOfKey(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** Address of an upload. */
export function uploadUrl(key: string): string {
  return `${UPLOADS_PATH}/${idOfKey(key)}`
}

/** The storage key that the last segment of an upload's address names. @returns null when it names none. */
export function keyOfSegment(segment: string): string | null {
  const key = Buffer.from(segment, 'base64url').toString('utf8')
  // Exactly one address for a key, so that locks and checks can't be passed by another spelling of it.
  return segment !== '' && segment.length <= LONGEST_SEGMENT && idOfKey(key) === segment ? key : null
}
