import type { PlainFields } from '@callfolio/shared/contract/microsite-fields.ts'
import type { Segment, TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import type { Chapter, MicrositeOutline } from '@callfolio/shared/page/microsite-outline.ts'

/**
 * The exported content: a microsite after all fallbacks, from its owner's page or a shared one. Its plain fields are
 * as in the API.
 */
export interface ExportSource extends PlainFields {
  outline: MicrositeOutline
  /** The chapters of the call; written wherever the transcript is. */
  chapters: readonly Chapter[]
  /** The plain text, shown if there are no segments. */
  transcript: string | null
  segments: readonly Segment[]
  transcriptInfo: TranscriptInfo | null
  /** Absolute URL of a timestamp on the page; null if there is none. */
  momentUrl: ((ms: number) => string) | null
  /** The login that the URL requires: with `owner`, documents that are passed on show only the time. */
  momentsOpenTo: 'readers' | 'owner'
}

export interface ExportOptions {
  now: Date
  /** Whether to name the product at the end: on the free plan. */
  watermark: boolean
}

/** The Export menu's file formats: `pdf` is a page made for printing, `notion` is Markdown. */
export type FileFormat = 'pdf' | 'notion' | 'word' | 'srt' | 'vtt' | 'json'

/** A finished file; `content` has the media type `type`. */
export interface ExportFile {
  name: string
  type: string
  content: Blob
}

/** Control characters are illegal in XML and meaningless in text; line breaks and tabs count as spaces. */
const CONTROLS = /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu
const LINE_ENDS = /\r\n|[\r\u0085\u2028\u2029]/g

/**
 * A copy without characters that some format can't contain: control characters become spaces, lone surrogates U+FFFD.
 */
export function cleanTexts<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(LINE_ENDS, '\n').replaceAll(CONTROLS, ' ').toWellFormed()
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
}
