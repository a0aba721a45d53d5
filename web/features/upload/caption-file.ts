const MAX_CAPTION_BYTES = 5_000_000
const ENDINGS = ['.vtt', '.srt', '.sbv']

export const CAPTION_ACCEPT = ENDINGS.join(',')

/** A caption file's text, or why it can't be used. */
export type CaptionFile = { name: string; text: string } | { problem: string }

/** Reads a caption file as text. */
export async function readCaptionFile(file: File): Promise<CaptionFile> {
  const name = file.name.toLowerCase()
  if (!ENDINGS.some((ending) => name.endsWith(ending))) return { problem: 'Please choose a .vtt, .srt or .sbv file.' }
  if (file.size > MAX_CAPTION_BYTES) return { problem: 'A caption file can have at most 5 MB.' }
  try {
    const text = await file.text()
    return text.trim() === '' ? { problem: 'This caption file is empty.' } : { name: file.name, text }
  } catch {
    return { problem: 'This caption file could not be read.' }
  }
}
