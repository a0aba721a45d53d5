import type { Segment } from '../contract/transcript.ts'
import { oneLine } from '../one-line.ts'

/** The content of a caption file. */
export interface TimedTranscript {
  /** In chronological order. */
  segments: readonly Pick<Segment, 'start_ms' | 'end_ms' | 'speaker' | 'text'>[]
  /** Machine output that may be badly wrong: the file's first cue says so. */
  draft: boolean
}

/**
 * The first cue of a draft, in the brackets that captions put around unspoken text. Reading it back leaves it out.
 */
export const DRAFT_CUE = '[Automatic transcript. May contain errors.]'
const DRAFT_CUE_MS = 4000

/** Readers that accept SBV parse two times with a comma between them as a cue's times. */
const LOOKS_LIKE_TIMES = /^[\d:.\s]+,[\d:.\s]+$/

/**
 * Writes SRT, speakers as `Name: text`. Characters are escaped only where a player would parse them as a code, since
 * few players decode them. The format can't distinguish an unknown speaker's line that begins with a name and a colon
 * from a named one.
 */
export function toSrt(transcript: TimedTranscript): string {
  return getCues(transcript)
    .map(
      ({ start, end, speaker, text }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${srtText(speaker === null ? text : `${speaker}: ${text}`)}\n`,
    )
    .join('\n')
}

/**
 * Writes WebVTT, speakers as voices (`<v Name>`).
 * @see https://www.w3.org/TR/webvtt1/
 */
export function toVtt(transcript: TimedTranscript): string {
  const cues = getCues(transcript).map(
    ({ start, end, speaker, text }) =>
      `${clock(start, '.')} --> ${clock(end, '.')}\n${speaker === null ? '' : `<v ${vttText(speaker).replace(/-$/, '&#45;')}>`}${vttText(text)}\n`,
  )
  return ['WEBVTT\n', ...cues].join('\n')
}

interface Cue {
  start: number
  end: number
  speaker: string | null
  text: string
}

function getCues({ segments, draft }: TimedTranscript): Cue[] {
  const spoken = segments.map(({ start_ms, end_ms, speaker, text }) => ({
    start: start_ms,
    // Both formats require the end to be after the start.
    end: Math.max(end_ms, start_ms + 1),
    speaker: oneLine(speaker ?? '') || null,
    text: oneLine(text),
  }))
  const first = draft ? [{ start: 0, end: DRAFT_CUE_MS, speaker: null, text: DRAFT_CUE }] : []
  return [...first, ...spoken.filter(({ text }) => text !== '')]
}

function srtText(text: string): string {
  return neitherCodeNorTimes(
    text
      .replaceAll(/&(?=#?\w{1,8};)/g, '&amp;')
      .replaceAll(/<(?=\/?[a-z]|\d+:)/gi, '&lt;')
      .replaceAll('->', '-&gt;'),
  )
}

function vttText(text: string): string {
  return neitherCodeNorTimes(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
}

/** `{\an8}` and `[br]` are codes of subtitle editors. */
function neitherCodeNorTimes(text: string): string {
  const plain = text.replaceAll('{\\', '&#123;\\').replaceAll('[br]', '&#91;br]')
  return LOOKS_LIKE_TIMES.test(plain) ? plain.replace(',', '&#44;') : plain
}

/** `01:02:03,456`; hours have two digits or more. */
function clock(ms: number, point: ',' | '.'): string {
  const part = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0')
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}${point}${part(ms % 1000, 3)}`
}
