import { DocumentError } from '../captions/document-text.ts'
import { isTranscriptFile } from '../captions/transcript-endings.ts'

/** What was read from a transcript, for the person who provides it. */
export interface Understanding {
  /** "Teams transcript, 3 speakers, 41 min" */
  understood: string
  warnings: string[]
}

/** A caption file's text and a summary of it, or why it can't be used. */
export type CaptionFile = ({ name: string; text: string } & Understanding) | { problem: string }

/** Reads a caption file or transcript in any encoding, or a document. @param anyText also accepts prose. */
export async function readCaptionFile(file: File, { anyText = false } = {}): Promise<CaptionFile> {
  if (!isTranscriptFile(file.name)) return { problem: 'Choose a .vtt, .srt, .docx, .txt or .json file.' }
  try {
    const { assertCaptionSize, readFileText } = await import('../captions/file-text.ts')
    assertCaptionSize(file.size)
    const text = await readFileText(new Uint8Array(await file.arrayBuffer()))
    if (text.trim() === '') return { problem: 'This caption file is empty. Choose another one.' }
    const understanding = await understand(text)
    if (understanding === null && anyText) return { name: file.name, text, understood: 'Text', warnings: [] }
    return understanding === null
      ? { problem: 'We found no timestamps or speaker names in this file. Choose a transcript.' }
      : { name: file.name, text, ...understanding }
  } catch (error) {
    return {
      problem:
        error instanceof DocumentError ? error.message : 'We couldn’t read this caption file. Choose another one.',
    }
  }
}

/** What can be read from a text; null: not a transcript. The parser is loaded on demand. */
export async function understand(text: string): Promise<Understanding | null> {
  const { describeReading, readTranscript } = await import('../captions/read-transcript.ts')
  const reading = readTranscript(text, null)
  return reading.isTranscript ? { understood: describeReading(reading), warnings: reading.warnings } : null
}
