const MAX_CAPTION_BYTES = 5_000_000
const TOO_LARGE = 'A caption file can have at most 5 MB.'
/** A document beside a recording is Teams' transcript. */
const MAX_DOCUMENT_BYTES = 50_000_000

/** What can come with an upload: files with times in them. */
export const CAPTION_ENDINGS = ['.vtt', '.srt', '.sbv', '.docx']
/** What can be added later: any text. */
export const TRANSCRIPT_ENDINGS = [...CAPTION_ENDINGS, '.txt']

/** A caption file's text, or why it can't be used. */
export type CaptionFile = { name: string; text: string } | { problem: string }

/** Reads a caption file or a document as text. */
export async function readCaptionFile(file: File, endings: readonly string[] = CAPTION_ENDINGS): Promise<CaptionFile> {
  const name = file.name.toLowerCase()
  if (!endings.some((ending) => name.endsWith(ending)))
    return { problem: `Please choose a ${endings.slice(0, -1).join(', ')} or ${endings.at(-1)} file.` }
  const isDocument = name.endsWith('.docx')
  if (file.size > (isDocument ? MAX_DOCUMENT_BYTES : MAX_CAPTION_BYTES)) return { problem: TOO_LARGE }
  try {
    const text = isDocument ? await readDocument(file) : await file.text()
    if (new Blob([text]).size > MAX_CAPTION_BYTES) return { problem: TOO_LARGE }
    return text.trim() === '' ? { problem: 'This caption file is empty.' } : { name: file.name, text }
  } catch {
    return { problem: 'This caption file could not be read.' }
  }
}

/** The reader of documents comes when one is chosen. */
async function readDocument(file: File): Promise<string> {
  const { readDocumentText } = await import('../document-text.ts')
  return readDocumentText(new Uint8Array(await file.arrayBuffer()))
}
