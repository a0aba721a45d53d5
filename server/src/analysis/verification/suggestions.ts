import type { SuggestedSpeaker } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalysisDraft } from '../analyst.ts'
import { isFarewell } from '../extractive/acts.ts'
import { plainWords } from '../language/spoken-words.ts'

const LONGEST_NAME = 60
/** "Speaker 2", "SPEAKER_00", "Guest (3)", a telephone number. */
const UNNAMED =
  /^(?:(?:speaker|participant|guest|unknown|user|caller|voice|person|attendee|them|you|me)[\s\d#()_-]*(?:speaker)?|\+?[\d\s().-]+)$/i
/** Those who leave say goodbye in their last lines. */
const GOODBYE_WITHIN = 4
const FEWEST_ALONE = 3
/** The lines with which the last ones end the call. */
const LAST_WORDS = 2
/** Of the call's lines: who leaves earlier leaves the others to the meeting. */
const MOST_ALONE = 0.25
/** "I'm off.", "Is he gone?" */
const LEAVES =
  /\b(?:I['’]m (?:off|away|leaving)|(?:have|['’]ve|got|need) to (?:go|run|jump|dash|drop)(?: off| now)?(?=[.,!]|$)|I['’]ll let you (?:go|get on)|(?:they|he|she|everyone)(?:['’](?:s|ve|re)| (?:has|have|is|are))? (?:all )?(?:gone|left|dropped|off)|(?:just|only) (?:us|(?:the )?two of us|we two))\b/i
/** Colleagues who stay don't thank each other; a customer who stays does. */
const LEAVES_TOO = /\b(?:thanks|thank you|bye)\b/i

/** An analyst that marks a larger share of a call as private has misread it. */
const MOST_PRIVATE = 0.5

/**
 * Names for unnamed speakers, from what an analyst proposes: the speaker is in the call and unnamed, and the name is
 * said in a line that the analyst cites. One name per speaker, one speaker per name.
 */
export function suggestedSpeakers(
  proposed: NonNullable<AnalysisDraft['speakers']>,
  segments: readonly Segment[],
): SuggestedSpeaker[] {
  const unnamed = new Set(segments.flatMap(({ speaker }) => (speaker !== null && UNNAMED.test(speaker) ? speaker : [])))
  const lines = new Map(segments.map((segment) => [segment.id, segment]))
  const suggested: SuggestedSpeaker[] = []
  for (const { label, name: given, segmentIds } of proposed) {
    const name = given.trim()
    const words = plainWords(name)
    const says = (id: string) => {
      const said = new Set(plainWords(lines.get(id)?.text ?? ''))
      return words.some((word) => said.has(word))
    }
    const segmentId = segmentIds.find(says)
    const isTaken = suggested.some((other) => other.label === label || other.name === name)
    if (!unnamed.has(label) || isTaken || segmentId === undefined) continue
    if (name.length <= LONGEST_NAME && !UNNAMED.test(name)) suggested.push({ label, name, segment_id: segmentId })
  }
  return suggested
}

/**
 * The ids of lines that may be private, in call order: those that an analyst marks, unless they are most of the call,
 * and those said when only colleagues were left.
 * @param alone as `aloneFrom`.
 */
export function privateLines(proposed: readonly string[], segments: readonly Segment[], alone: number): string[] {
  const named = new Set(proposed)
  const isMarked = ({ id }: Segment) => named.has(id)
  const isMisread = segments.filter(isMarked).length > MOST_PRIVATE * segments.length
  return segments.filter((line, place) => place >= alone || (!isMisread && isMarked(line))).map(({ id }) => id)
}

/**
 * Where the others have said goodbye, and only colleagues are left.
 * @returns an index; Infinity when no one stays.
 */
export function aloneFrom(segments: readonly Segment[]): number {
  const lasts = new Map(segments.map(({ speaker }, place) => [speaker, place]))
  const starts = [...lasts.values()].flatMap((last) => {
    const left = segments.slice(Math.max(0, last - GOODBYE_WITHIN + 1), last + 2)
    if (!left.some(({ text }) => isFarewell(text) || LEAVES.test(text))) return []
    const stays = segments.slice(last + 1).findIndex(({ text }) => !isFarewell(text))
    return stays < 0 ? [] : [last + 1 + stays]
  })
  const isAlone = (start: number) => {
    const rest = segments.slice(start)
    return (
      rest.length >= FEWEST_ALONE &&
      rest.length <= MOST_ALONE * segments.length &&
      !rest.slice(0, -LAST_WORDS).some(({ text }) => LEAVES_TOO.test(text))
    )
  }
  return starts.toSorted((a, b) => a - b).find(isAlone) ?? Number.POSITIVE_INFINITY
}
