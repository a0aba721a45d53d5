import { analyse } from 'chardet'
import { DocumentError, readDocumentText } from './document-text.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** `%PDF`, `{\rtf` and old Word documents. */
const OTHERS = [
  [0x25, 0x50, 0x44, 0x46],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
  [0xd0, 0xcf, 0x11, 0xe0],
]
/** Enough bytes to detect an encoding; detection reads them several times. */
const SAMPLE_BYTES = 100_000
/** UTF-16 text has a zero byte next to most Latin letters, spaces and line breaks. */
const UTF16_SHARE = 0.1

/** Maximum size of a caption file, and of its text as UTF-8. */
const MAX_CAPTION_BYTES = 5_000_000

/** @throws {DocumentError} for a caption file that exceeds the limit, so that it needn't be read. */
export function assertCaptionSize(bytes: number): void {
  if (bytes > MAX_CAPTION_BYTES) throw new DocumentError('Caption files can be up to 5 MB.')
}

/**
 * The text of a caption file, transcript or .docx in any encoding.
 * @throws {DocumentError} for a damaged, locked or too large file, and for other binary files.
 */
export async function readFileText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  assertCaptionSize(bytes.length)
  const text = await decodeFile(bytes)
  if (new Blob([text]).size > MAX_CAPTION_BYTES)
    throw new DocumentError('Caption files can contain up to 5 MB of text.')
  return text
}

async function decodeFile(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (ZIP.every((byte, at) => bytes[at] === byte)) return readDocumentText(bytes)
  if (OTHERS.some((sign) => sign.every((byte, at) => bytes[at] === byte)))
    throw new DocumentError('This format can’t be read. Save it as .docx or .txt.')
  const text = decodeText(bytes)
  if (text.includes('\u0000')) throw new DocumentError('This isn’t a text file. Choose another one.')
  return text
}

function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  const wide = getUtf16(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(getEncoding(bytes.subarray(0, SAMPLE_BYTES))).decode(bytes)
  }
}

function getUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < (sample.length / 2) * UTF16_SHARE) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Of text that is neither UTF-8 nor UTF-16; both are recognized by their bytes. */
function getEncoding(bytes: Uint8Array): string {
  return analyse(bytes).find(({ name }) => isDecodable(name))?.name ?? 'windows-1252'
}

function isDecodable(label: string): boolean {
  try {
    return new TextDecoder(label) instanceof TextDecoder
  } catch {
    return false
  }
}
