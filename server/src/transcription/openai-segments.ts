import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import type { SpeechReply } from '../openai/transcribe-speech.ts'

type Unnamed = Omit<Segment, 'id'>

/** A line of a list of timed words ends at a pause of this length or after a sentence. */
const PAUSE_MS = 700
const MOST_WORDS = 40

/**
 * The segments of one piece, put back to the recording's time. Text without any times becomes one segment over the whole
 * piece: that is all that is known of when it was said.
 */
export function segmentsOf(reply: SpeechReply, piece: TimeRange): Unnamed[] {
  const at = (seconds: number) =>
    Math.min(piece.endMs, Math.max(piece.startMs, Math.round(piece.startMs + seconds * 1000)))
  const words = reply.words
    .map((word): Word => ({ text: word.word.trim(), start_ms: at(word.start), end_ms: at(word.end) }))
    .filter((word) => word.text !== '')
  if (reply.segments.length > 0) {
    const lines = reply.segments.map((line) => ({
      start_ms: at(line.start),
      end_ms: at(line.end),
      speaker: null,
      text: line.text.trim(),
    }))
    return withWords(lines, words).filter((line) => line.text !== '')
  }
  if (words.length > 0) return linesOf(words).map(lineOf)
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

function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    const ended = line === undefined || last === undefined || line.length >= MOST_WORDS || /[.?!]$/.test(last.text)
    if (!ended && word.start_ms - last.end_ms < PAUSE_MS) line.push(word)
    else lines.push([word])
  }
  return lines
}

function lineOf(words: Word[]): Unnamed {
  const [first, last] = [words[0], words.at(-1)]
  return {
    start_ms: first?.start_ms ?? 0,
    end_ms: last?.end_ms ?? 0,
    speaker: null,
    text: words.map((word) => word.text).join(' '),
    words,
  }
}
