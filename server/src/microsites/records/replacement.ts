import type { RequestedTranscript } from '../../db/tables/microsites.table.ts'

/** The requested transcript, the spoken language and that of its recap; undefined: unchanged. */
export interface Replacement {
  transcript: RequestedTranscript
  language?: string | null | undefined
  recapLanguage?: string | null | undefined
}

/** The changes of a transcript request to the small row. */
export function getColumns({ transcript, ...languages }: Replacement) {
  const given = Object.entries(languages).filter(([, language]) => language !== undefined)
  return { transcriptRequest: transcript, untilModel: null, ...Object.fromEntries(given) }
}
