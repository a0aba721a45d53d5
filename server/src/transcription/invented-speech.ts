import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { isNoise, isServiceLine } from '@callfolio/shared/captions/service-lines.ts'
import type { TimeRange } from '../media/media.ts'
import { countWords } from './count-words.ts'

type Line = Omit<Segment, 'id'>

/** Phrases that Whisper learned from the ends of videos, and writes over silence and music. */
const STOCK_PHRASE =
  /^(?:thank(?:s| you)(?: (?:so |very )?much| all| everyone| guys)* for (?:watching|viewing)(?:[\s,.!]+(?:this|the|my|our) (?:video|channel))?|(?:please |don'?t forget to |and )*(?:like(?:,? share)?,? and )?subscribe\b.{0,60}|(?:see you|i'?ll see you) in the next (?:video|one)\b.{0,20}|(?:subtitles?|captions?|captioning|transcription) (?:by|from|provided by)\b.{0,80}|.{0,80}\bamara\.org\b.{0,40}|untertitel(?:ung)? (?:der|im auftrag|von|des)\b.{0,80}|vielen dank fürs zuschauen\b.{0,20}|sous-titr.{0,80}|merci d'avoir regardé.{0,40}|gracias por ver el video.{0,20}|subtítulos (?:por|realizados)\b.{0,60}|ご視聴ありがとうございました|продолжение следует)[\s.!…。]*$/iu
/** A looping recognizer repeats a line at least this often; people don't. */
const LOOP = /^(.{2,80}?)(?:[\s,.!?]+\1){5,}[\s,.!?]*$/iu
const REPEATED_LINES = 3
/** A single "Yeah." or "Okay." may be said this often. */
const REPEATED_WORDS = 6
const FEW_WORDS = 2
/** "Thank you.", "you". More words in a detected silence come from a speaker far from the microphone. */
const MOST_SILENT_WORDS = 4
const SILENT_SHARE = 0.9
/** Fewer words of the prompt are an echo only if there is no time left to say them. */
const ECHO_WORDS = 4
const SHORTEST_WORD_MS = 50

/**
 * Removes what a recognizer invented where there was no speech: a few words in a silence, noise markers, stock phrases
 * of videos, its own prompt, and all but the first of a line that it repeats.
 * @param silences in order.
 * @param prompt names and subjects that the recognizer was given.
 */
export function withoutInvented<L extends Line>(
  lines: readonly L[],
  silences: readonly TimeRange[],
  prompt: string | null = null,
): L[] {
  const given = ` ${plainText(prompt ?? '')} `
  const spoken = lines.filter(
    ({ text, ...line }) =>
      text !== '' &&
      !isNoise(text) &&
      !isServiceLine(text) &&
      !STOCK_PHRASE.test(text) &&
      !LOOP.test(text) &&
      !isEcho({ text, ...line }, given) &&
      !(countWords(text) <= MOST_SILENT_WORDS && isSilent(line, silences)),
  )
  const plain = spoken.map(({ text }) => plainText(text))
  return spoken.filter((_, i) => {
    let [first, last] = [i, i]
    while (first > 0 && plain[first - 1] === plain[i]) first -= 1
    while (plain[last + 1] === plain[i] && last < spoken.length - 1) last += 1
    const most = (plain[i] ?? '').split(' ').length > FEW_WORDS ? REPEATED_LINES : REPEATED_WORDS
    return first === i || last - first + 1 < most
  })
}

function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a line repeats the prompt, as Whisper does over music. */
function isEcho({ text, start_ms, end_ms }: Pick<Line, 'text' | 'start_ms' | 'end_ms'>, given: string): boolean {
  const said = plainText(text)
  const words = said.split(' ').length
  return given.includes(` ${said} `) && (words >= ECHO_WORDS || end_ms - start_ms < words * SHORTEST_WORD_MS)
}

function isSilent(
  { start_ms, end_ms, words = [] }: Pick<Line, 'start_ms' | 'end_ms' | 'words'>,
  silences: readonly TimeRange[],
): boolean {
  const ranges = words.length > 0 ? words : [{ start_ms, end_ms }]
  const length = ranges.reduce((sum, range) => sum + range.end_ms - range.start_ms, 0)
  const silent = ranges.reduce((sum, range) => sum + silentMs(range, silences), 0)
  return length > 0 && silent >= length * SILENT_SHARE
}

function silentMs({ start_ms, end_ms }: { start_ms: number; end_ms: number }, silences: readonly TimeRange[]): number {
  let ms = 0
  for (const { startMs, endMs } of silences) {
    if (startMs >= end_ms) break
    ms += Math.max(0, Math.min(endMs, end_ms) - Math.max(startMs, start_ms))
  }
  return ms
}
