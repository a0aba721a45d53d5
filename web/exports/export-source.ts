import type { PlainFields } from '@callfolio/shared/contract/microsite-fields.ts'
import type { Segment, TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import type { Chapter, MicrositeOutline } from '@callfolio/shared/microsite-outline.ts'

/** What is exported: a microsite after all fallbacks, from its owner's page or from a shared one. Its plain fields are the wire's. */
export interface ExportSource extends PlainFields {
  outline: MicrositeOutline
  /** The course of the call; written where the transcript is. */
  chapters: readonly Chapter[]
  /** The plain text, shown where there are no segments. */
  transcript: string | null
  segments: readonly Segment[]
  transcriptInfo: TranscriptInfo | null
  /** Address of a moment of the page, absolute; null where none can be given. */
  momentUrl: ((ms: number) => string) | null
  /** Whose login the address needs: with `owner` documents, which are passed on, say only the time. */
  momentsOpenTo: 'readers' | 'owner'
}

export interface ExportOptions {
  now: Date
  /** Whether the product is named at the end: on the free plan. */
  watermark: boolean
}

/** The entries of the Export menu that give a file: `pdf` is a page made for printing, `notion` is Markdown. */
export type FileFormat = 'pdf' | 'notion' | 'word' | 'srt' | 'vtt' | 'json'

/** A finished file; `content` has the media type `type`. */
export interface ExportFile {
  name: string
  type: string
  content: Blob
}

/** Control characters are illegal in XML and mean nothing in a text; line ends and tabs are spaces of their kind. */
const CONTROLS = /[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu
const LINE_ENDS = /\r\n|[\r\u0085\u2028\u2029]/g

/** A copy in which no text holds what some format can't: control characters become spaces, lone surrogates U+FFFD. */
export function cleanTexts<T>(value: T): T {
  return clean(value) as T
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(LINE_ENDS, '\n').replaceAll(CONTROLS, ' ').toWellFormed()
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
}
