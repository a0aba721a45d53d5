import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { candidatesOf, type Candidate } from './candidates.ts'
import { splitSentences, type Sentence } from './sentences.ts'

export type Line = [speaker: string | null, text: string]

/** The lines of a call, four seconds each, with the ids s0, s1, … */
function segmentsOf(lines: readonly Line[]): Segment[] {
  return lines.map(([speaker, text], i) => ({ id: `s${i}`, start_ms: i * 4000, end_ms: i * 4000 + 3500, speaker, text }))
}

/** The sentences of such a call. */
export function sentencesOf(...lines: Line[]): Sentence[] {
  return splitSentences(segmentsOf(lines))
}

/** The candidate that was made of a line. @throws when none was. */
export function candidateAt(line: number, sentences: readonly Sentence[]): Candidate {
  const found = candidatesOf(sentences).find(({ sentence }) => sentence.segmentIds.includes(`s${line}`))
  if (found === undefined) throw new Error(`Line ${line} is not worth showing.`)
  return found
}
