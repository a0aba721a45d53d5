/** Longer addresses are cut or refused: Windows hands programs about 2,000 characters. */
const MAX_LENGTH = 2000

/**
 * The address that opens a mail program with a new mail (RFC 6068), without a recipient.
 * @returns null when it would be too long to arrive whole.
 */
export function mailtoAddress(subject: string, body: string): string | null {
  const address = `mailto:?subject=${encoded(subject)}&body=${encoded(body)}`
  return address.length > MAX_LENGTH ? null : address
}

/** Lines end with CR LF there. What is half an emoji can't be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll(/\r?\n/g, '\r\n'))
}
