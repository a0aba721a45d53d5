/** A document that can't be read; the message is a sentence for the person who chose it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

const BODY = 'word/document.xml'
const LARGEST_BODY = 40_000_000
const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_LENGTH = 22
const LONGEST_COMMENT = 65_535
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The text of a .docx, one line per paragraph; breaks and tabs are kept.
 * @throws {DocumentError} if it is no such document, or too large.
 */
export async function readDocumentText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const entry = findEntry(bytes, BODY)
  if (entry === null) throw new DocumentError('This isn’t a Word document. Save it as .docx or .txt.')
  return getText(new TextDecoder().decode(await inflate(entry)))
}

interface Entry {
  compressed: boolean
  data: Uint8Array<ArrayBuffer>
}

/** Finds a file by the directory at the archive's end: the headers before the files may omit their sizes. */
function findEntry(bytes: Uint8Array<ArrayBuffer>, wanted: string): Entry | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = findEnd(view)
    if (end === null) return null
    let at = view.getUint32(end + 16, true)
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== DIRECTORY_ENTRY) return null
      const [nameLength, extraLength, commentLength] = [
        view.getUint16(at + 28, true),
        view.getUint16(at + 30, true),
        view.getUint16(at + 32, true),
      ]
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
      if (name === wanted) return entryAt(view, bytes, at)
      at += 46 + nameLength + extraLength + commentLength
    }
    return null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_LENGTH - LONGEST_COMMENT)
  for (let at = view.byteLength - END_LENGTH; at >= first; at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  return null
}

function entryAt(view: DataView, bytes: Uint8Array<ArrayBuffer>, at: number): Entry | null {
  const [flags, method, size, header] = [
    view.getUint16(at + 8, true),
    view.getUint16(at + 10, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]
  if ((flags & 1) === 1)
    throw new DocumentError('This document is password-protected. Remove the password and try again.')
  if (method !== 0 && method !== 8) return null
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  return { compressed: method === 8, data: bytes.subarray(start, start + size) }
}

/** Counted while unpacking: the sizes an archive declares may be false. */
async function inflate({ compressed, data }: Entry): Promise<Uint8Array> {
  if (!compressed) return data
  const parts: Uint8Array[] = []
  let length = 0
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > LARGEST_BODY) throw new DocumentError('This document is too large. Save it as .txt and try again.')
      parts.push(value)
    }
  } catch (error) {
    await reader.cancel().catch(() => {})
    throw error instanceof DocumentError ? error : new DocumentError('This document is damaged. Export it again.')
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const PIECE = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<w:(tab)\/>|<w:(?:br|cr)(?:\s[^<>]*)?\/>|<\/w:p>/g

function getText(xml: string): string {
  let text = ''
  for (const [, said, tab] of xml.matchAll(PIECE)) {
    if (said !== undefined) text += decode(said)
    else text += tab === undefined ? '\n' : '\t'
  }
  return text
}

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}
