import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import type { SpeechReply } from '../openai/transcribe-speech.ts'
import { withoutInvented } from './invented-speech.ts'

type Unnamed = Omit<Segment, 'id'>

/** Engines' word ends are off by up to this much. */
const LEAST_SOUND_MS = 80

/**
 * The segments of one piece, in the recording's time. Text without any times becomes one segment over the whole piece,
 * as nothing more is known about its time.
 * @param silences of the recording, in order: engines start the first word after a pause at the start of the pause.
 * @param prompt names and subjects that the engine was given.
 */
export function getSegments(
  reply: SpeechReply,
  piece: TimeRange,
  silences: readonly TimeRange[],
  prompt: string | null = null,
): Unnamed[] {
  const at = (seconds: number) =>
    Math.min(piece.endMs, Math.max(piece.startMs, Math.round(piece.startMs + seconds * 1000)))
  const words = reply.words
    .map((word): Word => ({ text: word.word.trim(), start_ms: at(word.start), end_ms: at(word.end) }))
    .filter((word) => word.text !== '')
    .map((word) => trimmed(word, silences))
  if (reply.segments.length > 0) {
    const lines = reply.segments.map((line) => ({
      start_ms: at(line.start),
      end_ms: at(line.end),
      speaker: null,
      text: line.text.trim(),
    }))
    return withoutInvented(withWords(lines, words), silences, prompt)
  }
  const [first, last] = [words[0], words.at(-1)]
  if (first !== undefined && last !== undefined) {
    const text = words.map((word) => word.text).join(' ')
    return [{ start_ms: first.start_ms, end_ms: last.end_ms, speaker: null, text, words }]
  }
  return reply.text === '' ? [] : [{ start_ms: piece.startMs, end_ms: piece.endMs, speaker: null, text: reply.text }]
}

function withWords(lines: readonly Unnamed[], words: readonly Word[]): Unnamed[] {
  return lines.map((line, i) => {
    const next = lines[i + 1]?.start_ms ?? Number.POSITIVE_INFINITY
    const own = words.filter((word) => {
      const middle = (word.start_ms + word.end_ms) / 2
      return middle < next && (i === 0 || middle >= line.start_ms)
    })
    return own.length === 0 ? line : { ...line, words: own }
  })
}

/**
 * Excludes a silence from a word: sound before it belongs to the previous word, unless next to nothing comes after it.
 */
function trimmed(word: Word, silences: readonly TimeRange[]): Word {
  let { start_ms, end_ms } = word
  for (const { startMs, endMs } of silences) {
    if (startMs >= end_ms) break
    const [before, after] = [startMs - start_ms, end_ms - endMs]
    if (endMs <= start_ms || Math.max(before, after) <= 0) continue
    if (after >= LEAST_SOUND_MS) start_ms = endMs
    else if (before > 0) end_ms = startMs
  }
  return { ...word, start_ms, end_ms }
}
