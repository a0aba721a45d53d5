/** Where tus uploads live. */
export const UPLOADS_PATH = '/files'

/** Address of an upload: its storage key, base64url-encoded so that it is one segment. */
export function uploadUrl(key: string): string {
  return `${UPLOADS_PATH}/${Buffer.from(key).toString('base64url')}`
}

/** The storage key that the last segment of an upload's address names. @returns null when it names none. */
export function keyOfSegment(segment: string): string | null {
  const key = Buffer.from(segment, 'base64url').toString('utf8')
  // Exactly one address for a key, so that locks and checks can't be passed by another spelling of it.
  return segment !== '' && Buffer.from(key).toString('base64url') === segment ? key : null
}
