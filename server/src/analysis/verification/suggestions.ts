import type { SuggestedSpeaker } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalysisDraft } from '../analyst.ts'
import { plainWords } from '../language/spoken-words.ts'

const LONGEST_NAME = 60
/** "Speaker 2", "SPEAKER_00", "Guest (3)", a telephone number. */
const UNNAMED =
  /^(?:(?:speaker|participant|guest|unknown|user|caller|voice|person|attendee|them|you|me)[\s\d#()_-]*(?:speaker)?|\+?[\d\s().-]+)$/i
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
 * The ids of lines that an analyst marks as private, limited to lines of the call, in call order; none if they are most
 * of it.
 */
export function privateLines(proposed: readonly string[], segments: readonly Segment[]): string[] {
  const named = new Set(proposed)
  const lines = segments.filter(({ id }) => named.has(id)).map(({ id }) => id)
  return lines.length > MOST_PRIVATE * segments.length ? [] : lines
}
