import type { RequestedTranscript } from '../db/schema.ts'

/** The transcript that was asked for, the language that is spoken and that of the recap made of it; undefined: as before. */
export interface Replacement {
  transcript: RequestedTranscript
  language?: string | null | undefined
  recapLanguage?: string | null | undefined
}

/** What a request for another transcript changes of the small row. */
export function columnsOf({ transcript, ...languages }: Replacement) {
  const given = Object.entries(languages).filter(([, language]) => language !== undefined)
  return { transcriptRequest: transcript, untilModel: null, ...Object.fromEntries(given) }
}
