import type { Transcript } from './transcriber.ts'

/** The page's note on a recording without speech. */
export const NO_SPEECH_NOTICE = 'No speech found in this recording.'

/** An empty transcript with its reason. @param notice a sentence for the reader. */
export function withoutText(notice: string): Transcript {
  return { segments: [], info: { source: 'none', draft: false, language: null, notice } }
}
