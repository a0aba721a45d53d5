import type { MicrositeRow } from '../db/schema.ts'

const BETWEEN_FIELDS = '\t'
/** Ends what every plan searches; there is one in each text, before the transcript. */
const BEFORE_TRANSCRIPT = '\n'

/** Text in comparable form: without case, accents and differences of white space. Made here, because SQLite's lower() misses É. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** What a microsite is found by, besides its tags; to be written whenever one of its parts is. */
export function searchText({
  title,
  description,
  transcript,
}: Pick<MicrositeRow, 'title' | 'description' | 'transcript'>): string {
  const head = [title, description ?? ''].map(searchable).join(BETWEEN_FIELDS)
  return head + BEFORE_TRANSCRIPT + searchable(transcript ?? '')
}

/** A LIKE pattern (escaped by `\`) for search texts that contain the words; without transcripts only what stands before them counts. */
export function searchPattern(words: string, { inTranscripts }: { inTranscripts: boolean }): string {
  const literal = searchable(words).replace(/[\\%_]/g, String.raw`\$&`)
  return `%${literal}%${inTranscripts ? '' : `${BEFORE_TRANSCRIPT}%`}`
}
