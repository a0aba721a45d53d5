import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { parseCaptions } from './captions.ts'
import { readPlainText } from './plain-text.ts'
import { readTimedText } from './timed-text.ts'

/** Reads a caption file, or the text of a document with times. @returns an empty list when it is neither. */
export function readCaptions(text: string): Segment[] {
  const cues = parseCaptions(text)
  return cues.length > 0 ? cues : readTimedText(text)
}

/** A transcript that somebody typed in or chose. */
export interface GivenTranscript {
  segments: Segment[]
  /** The text has no times: they are made up from the number of words. */
  estimated: boolean
}

/**
 * Reads a transcript in any form; one without times is spread over the recording. Empty without words.
 * @param durationMs the recording's length; null: unknown.
 */
export function readTranscript(text: string, durationMs: number | null): GivenTranscript {
  const timed = readCaptions(text)
  if (timed.length > 0) return { segments: timed, estimated: false }
  const isCaptions = /^\uFEFF?\s*WEBVTT/.test(text)
  const segments = isCaptions || !/\p{L}/u.test(text) ? [] : readPlainText(text)
  const lengthMs = segments.at(-1)?.end_ms ?? 0
  const scale = durationMs === null || lengthMs === 0 ? 1 : durationMs / lengthMs
  const at = (ms: number) => Math.round(ms * scale)
  return {
    segments: segments.map((segment) => ({ ...segment, start_ms: at(segment.start_ms), end_ms: at(segment.end_ms) })),
    estimated: true,
  }
}
