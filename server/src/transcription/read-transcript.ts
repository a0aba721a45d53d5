import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { nameSpeakers } from './caption-speakers.ts'
import { parseCaptions } from './captions.ts'
import { readTimedText } from './timed-text.ts'

/** Reads a caption file, or the text of a document with times. @returns an empty list when it is neither. */
export function readCaptions(text: string): Segment[] {
  const cues = parseCaptions(text)
  return cues.length > 0 ? cues : readTimedText(text)
}

/** A transcript that a user typed in or chose. */
interface GivenTranscript {
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

/** A calm speaker's pace. */
const WORDS_PER_MINUTE = 150
const MS_PER_WORD = 60_000 / WORDS_PER_MINUTE

/**
 * Reads a transcript without times: a line is an utterance, `Name: text` names its speaker, and a line without a name
 * goes on with what stands right above it when that has one.
 * @returns segments with ids `s1`, `s2`, … and times made up from the number of words; empty when there are no words.
 */
export function readPlainText(text: string): Segment[] {
  let atMs = 0
  return readTurns(text).map(({ speaker, text: said }, index) => {
    const startMs = atMs
    atMs += Math.round(said.split(' ').length * MS_PER_WORD)
    return { id: `s${index + 1}`, start_ms: startMs, end_ms: atMs, speaker, text: said }
  })
}

function readTurns(text: string): { speaker: string | null; text: string }[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const spoken = nameSpeakers(
    lines.filter((line) => line !== '').map((line) => [{ speaker: null, lines: [line] }]),
  ).values()
  const turns: { speaker: string | null; text: string }[] = []
  let below = false
  for (const line of lines) {
    const said = line === '' ? [] : (spoken.next().value ?? [])
    for (const turn of said) {
      const last = turns.at(-1)
      if (below && turn.speaker === null && last && last.speaker !== null) last.text += ` ${turn.text}`
      else turns.push(turn)
    }
    below = line !== ''
  }
  return turns
}
