/** The path of tus uploads. */
export const UPLOADS_PATH = '/files'

/** An ID is also a file name; file systems allow 255 bytes, some of them for suffixes. */
const LONGEST_SEGMENT = 240

/** A storage key as one URL segment, which can also be a file name. */
export function idOfKey(key: string): string {
  return Buffer.from(key).toString('base64url')
}

/** URL of an upload. */
export function uploadUrl(key: string): string {
  return `${UPLOADS_PATH}/${idOfKey(key)}`
}

/** The storage key of the last segment of an upload's URL. @returns null when it has none. */
export function keyOfSegment(segment: string): string | null {
  const key = Buffer.from(segment, 'base64url').toString('utf8')
  // Exactly one URL per key, so that another spelling can't bypass locks and checks.
  return segment !== '' && segment.length <= LONGEST_SEGMENT && idOfKey(key) === segment ? key : null
}
