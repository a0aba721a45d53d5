/** Longer URLs are truncated or rejected: Windows passes about 2,000 characters to programs. */
const MAX_LENGTH = 2000

/**
 * The URL that opens an email program with a new email (RFC 6068), without a recipient.
 * @returns null when it would be too long to arrive complete.
 */
export function mailtoAddress(subject: string, body: string): string | null {
  const address = `mailto:?subject=${encoded(subject)}&body=${encoded(body)}`
  return address.length > MAX_LENGTH ? null : address
}

/** RFC 6068 requires CR LF line breaks. Half of a surrogate pair can't be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll(/\r?\n/g, '\r\n'))
}
