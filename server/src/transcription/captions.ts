import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import { DRAFT_CUE } from '@callfolio/shared/transcript-files.ts'
import { readCues, unrollCues } from './caption-cues.ts'
import { nameSpeakers } from './caption-speakers.ts'
import { readUtterances } from './caption-text.ts'

/** A pause of this length ends a line. */
const MAX_GAP_MS = 1500
/** Without a speaker's name a pause may be a change of speaker, so only cues that touch are joined. */
const MAX_UNNAMED_GAP_MS = 300
const MAX_LINE_MS = 30_000
const MAX_LINE_CHARACTERS = 400
/** A finished sentence shorter than this ("Yes. Sure.") is joined with the next one. */
const MIN_LINE_CHARACTERS = 80
const SENTENCE_END = /[.?!…。？！]["'”’)\]]*$/

/**
 * Reads WebVTT, SRT or SBV, tolerantly: what can't be read is passed over, as is what our own files say of a draft.
 * @returns a segment for each voice of each cue in order of time, with ids `s1`, `s2`, …; empty when nothing is readable.
 */
export function parseCaptions(text: string): Segment[] {
  const cues = unrollCues(readCues(text).filter(({ lines }) => lines.join(' ') !== DRAFT_CUE))
  const spoken = nameSpeakers(cues.map(({ lines }) => readUtterances(lines)))
  return cues
    .flatMap(({ startMs, endMs }, index) =>
      (spoken[index] ?? []).map((said) => ({ start_ms: startMs, end_ms: endMs, ...said })),
    )
    .toSorted((a, b) => a.start_ms - b.start_ms)
    .map((segment, index) => ({ id: segmentId(index), ...segment }))
}

/**
 * Joins consecutive cues of one speaker into lines that read well: up to a sentence's end, at most 30 s and 400
 * characters. A line of several cues has words with times, spread over their cue by length where the cue has none.
 * @returns lines with new ids `s1`, `s2`, …
 */
export function mergeCues(segments: readonly Segment[]): Segment[] {
  const lines: Segment[][] = []
  for (const segment of segments) {
    const line = lines.at(-1)
    if (line !== undefined && continues(line, segment)) line.push(segment)
    else lines.push([segment])
  }
  return lines.map((cues, index) => joinCues(cues, segmentId(index)))
}

function continues(line: readonly Segment[], next: Segment): boolean {
  const [first] = line
  const last = line.at(-1)
  if (first === undefined || last === undefined || last.speaker !== next.speaker) return false
  if (next.start_ms - last.end_ms >= (next.speaker === null ? MAX_UNNAMED_GAP_MS : MAX_GAP_MS)) return false
  const characters = line.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (characters + next.text.length > MAX_LINE_CHARACTERS || next.end_ms - first.start_ms > MAX_LINE_MS) return false
  return characters < MIN_LINE_CHARACTERS || !SENTENCE_END.test(last.text)
}

function joinCues(cues: readonly Segment[], id: string): Segment {
  const [first] = cues
  if (first === undefined) throw new RangeError('a line has at least one cue')
  if (cues.length === 1) return { ...first, id }
  return {
    id,
    start_ms: first.start_ms,
    end_ms: Math.max(...cues.map(({ end_ms }) => end_ms)),
    speaker: first.speaker,
    text: cues.map(({ text }) => text).join(' '),
    words: cues.flatMap((cue) => cue.words ?? spreadWords(cue)),
  }
}

function spreadWords({ text, start_ms, end_ms }: Segment): Word[] {
  const texts = text.split(' ')
  const msPerCharacter = (end_ms - start_ms) / (text.length + 1)
  let characters = 0
  return texts.map((word) => {
    const from = characters
    characters += word.length + 1
    return {
      text: word,
      start_ms: Math.round(start_ms + from * msPerCharacter),
      end_ms: Math.round(start_ms + characters * msPerCharacter),
    }
  })
}

function segmentId(index: number): string {
  return `s${index + 1}`
}
