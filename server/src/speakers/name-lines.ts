import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import type { SpeakerTurn } from './diariser.ts'

/** A line without timed words has one speaker when this share of its attributed time is theirs. */
const LINE_SHARE = 2 / 3
/** Engines' word edges are off by up to this much; a shorter change is not a turn. */
const SHORTEST_TURN_MS = 250
/** Words at a sentence's edge that may be attributed to the neighbor by mistake. */
const EDGE_WORDS = 2
const EDGE_MS = 1200

interface Run {
  speaker: string | null
  words: Word[]
}

/**
 * Gives lines their speakers. A line with a change of speaker becomes several if its words have times; one without
 * timed words gets no speaker unless it is mostly one person's.
 * @returns lines with new ids `s1`, `s2`, …
 */
export function nameLines(segments: readonly Segment[], turns: readonly SpeakerTurn[]): Segment[] {
  return segments
    .flatMap((segment) => nameLine(segment, turns))
    .map((segment, index) => ({ ...segment, id: `s${index + 1}` }))
}

function nameLine(segment: Segment, turns: readonly SpeakerTurn[]): Segment[] {
  const { words = [] } = segment
  if (words.length === 0)
    return [
      { ...segment, speaker: mainSpeaker({ startMs: segment.start_ms, endMs: segment.end_ms }, turns, LINE_SHARE) },
    ]
  const runs = withoutBlips(getRuns(words, turns))
  const parts = withTexts(segment.text, isSentence(segment.text) ? withWholeSentence(runs) : runs)
  return parts.map(({ speaker, words: own, text }, i): Segment => {
    // The line's own edges may lie slightly outside of its words.
    const start_ms = i === 0 ? segment.start_ms : (own[0]?.start_ms ?? segment.start_ms)
    const end_ms = i === parts.length - 1 ? segment.end_ms : (own.at(-1)?.end_ms ?? segment.end_ms)
    return { ...segment, start_ms, end_ms, speaker, text, words: own }
  })
}

/** The runs with their share of the line's text. A run without text (half of "twenty-five") joins its neighbor. */
function withTexts(text: string, runs: readonly Run[]): (Run & { text: string })[] {
  if (runs.length === 1) return runs.map((run) => ({ ...run, text }))
  const texts = cutText(
    text,
    runs.map((run) => run.words.map((word) => word.text)),
  )
  const empty = texts.indexOf('')
  if (empty === -1) return runs.map((run, i) => ({ ...run, text: texts[i] ?? '' }))
  const [one, two] = empty === 0 ? [0, 1] : [empty - 1, empty]
  const words = runs.slice(one, two + 1).flatMap((run) => run.words)
  const speaker = runs[empty === 0 ? two : one]?.speaker ?? null
  return withTexts(text, [...runs.slice(0, one), { speaker, words }, ...runs.slice(two + 1)])
}

/** Adjacent words of one speaker; a word without a speaker joins its neighbor. */
function getRuns(words: readonly Word[], turns: readonly SpeakerTurn[]): Run[] {
  const runs: Run[] = []
  for (const word of words) {
    const speaker = mainSpeaker({ startMs: word.start_ms, endMs: word.end_ms }, turns, 0)
    const last = runs.at(-1)
    if (last !== undefined && (speaker === null || last.speaker === null || last.speaker === speaker)) {
      last.words.push(word)
      last.speaker ??= speaker
    } else runs.push({ speaker, words: [word] })
  }
  return runs
}

/** Merges a run that is too short to be a turn with both of its neighbors. */
function withoutBlips(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const [i, run] of runs.entries()) {
    const last = kept.at(-1)
    const isBlip = last !== undefined && lengthMs(run) < SHORTEST_TURN_MS && last.speaker === runs[i + 1]?.speaker
    if (last !== undefined && (isBlip || last.speaker === run.speaker)) last.words.push(...run.words)
    else kept.push({ ...run, words: [...run.words] })
  }
  return kept
}

function isSentence(text: string): boolean {
  return /[.?!…。？！]["'”’)\]]*$/.test(text.trim()) && !/[.?!]["'”’)\]]*\s+\p{Lu}/u.test(text)
}

/**
 * A sentence belongs to one person: a word or two at its edge that seem to be the neighbor's have wrong times, as the
 * first word after a pause often does.
 */
function withWholeSentence(runs: readonly Run[]): Run[] {
  const isEdge = (edge: Run | undefined, rest: Run | undefined) =>
    edge !== undefined &&
    rest !== undefined &&
    edge.words.length <= EDGE_WORDS &&
    edge.words.length * 2 <= rest.words.length &&
    lengthMs(edge) <= EDGE_MS
  let whole = [...runs]
  const [first, second] = whole
  if (first !== undefined && second !== undefined && isEdge(first, second))
    whole = [{ ...second, words: [...first.words, ...second.words] }, ...whole.slice(2)]
  const [beforeLast, last] = whole.slice(-2)
  if (beforeLast !== undefined && last !== undefined && isEdge(last, beforeLast))
    whole = [...whole.slice(0, -2), { ...beforeLast, words: [...beforeLast.words, ...last.words] }]
  return whole
}

function lengthMs({ words }: Run): number {
  return words.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0)
}

/** The main speaker in a range. @returns null when there is none, or none has the required share of the known time. */
function mainSpeaker({ startMs, endMs }: TimeRange, turns: readonly SpeakerTurn[], share: number): string | null {
  const spokenMs = new Map<string, number>()
  let knownMs = 0
  for (let i = firstEndingAfter(startMs, turns); i < turns.length; i += 1) {
    const turn = turns[i]
    if (turn === undefined || turn.startMs >= endMs) break
    const ms = Math.min(endMs, turn.endMs) - Math.max(startMs, turn.startMs)
    spokenMs.set(turn.speaker, (spokenMs.get(turn.speaker) ?? 0) + ms)
    knownMs += ms
  }
  const [most] = [...spokenMs].toSorted(([, a], [, b]) => b - a)
  return most === undefined || most[1] < knownMs * share ? null : most[0]
}

/** Binary search, because a call of hours has tens of thousands of turns. */
function firstEndingAfter(ms: number, turns: readonly SpeakerTurn[]): number {
  let [low, high] = [0, turns.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((turns[middle]?.endMs ?? 0) > ms) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Cuts a line's text at the cuts between its timed words. Engines omit the text's punctuation in words, and may split
 * numbers and hyphens differently, so letters and digits are counted.
 * @param groups the words of each part, in order.
 * @returns the text of each part; together they are the text.
 */
function cutText(text: string, groups: readonly (readonly string[])[]): string[] {
  const tokens = text.split(/\s+/).filter((token) => token !== '')
  const counts = groups.map((words) => countSigns(words.join('')))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const scale = total === 0 ? 0 : countSigns(text) / total
  let [at, wanted, seen] = [0, 0, 0]
  return groups.map((_, i) => {
    if (i === groups.length - 1) return tokens.slice(at).join(' ')
    wanted += (counts[i] ?? 0) * scale
    const from = at
    // A word goes to the part that holds more than half of it.
    for (
      let signs = countSigns(tokens[at]);
      at < tokens.length && seen + signs / 2 <= wanted;
      signs = countSigns(tokens[at])
    ) {
      seen += signs
      at += 1
    }
    return tokens.slice(from, at).join(' ')
  })
}

function countSigns(text = ''): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
