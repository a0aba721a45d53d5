import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'

/** A pause of this length ends a line. */
const MAX_GAP_MS = 1500
/** Without a speaker's name a pause may be a change of speaker, so only adjacent cues are joined. */
const MAX_UNNAMED_GAP_MS = 300
const MAX_LINE_MS = 30_000
const MAX_LINE_CHARACTERS = 400
/** A finished sentence shorter than this ("Yes. Sure.") is joined with the next one. */
const MIN_LINE_CHARACTERS = 80
const SENTENCE_END = /[.?!…。？！]["'”’)\]]*$/

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
  return lines.map((cues, index) => joinCues(cues, `s${index + 1}`))
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
