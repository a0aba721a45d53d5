import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { looksLikeName, nameSpeakers } from './caption-speakers.ts'

/** What stands between two times of a transcript that is a text, not a caption file. */
interface Passage {
  startMs: number
  speaker: string | null
  lines: string[]
}

/** The same with its utterances separated. */
interface Turns {
  startMs: number
  turns: { speaker: string | null; text: string }[]
}

interface Stamp {
  startMs: number
  /** Null: the line has no name, or what stands before the time may be a sentence. */
  name: string | null
  /** The name is set apart from the time, so that it is one even if it comes once. */
  apart: boolean
  rest: string
}

const TIME = String.raw`(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d{1,3})?`
/** `0:03`, `[00:00:03]`, `00:03 Dana: Hello` */
const TIME_FIRST = new RegExp(String.raw`^[[(]?${TIME}[\])]?(?!\s*-{1,2}>)(?:\s*[-–—:]\s+|\s+|$)(.*)$`)
/** Teams and Otter: `Dana Miller   0:03`; Zoom: `[Dana Miller] 10:00:03` */
const NAME_FIRST = new RegExp(String.raw`^\[?([^:\d[\]()][^:[\]()]{0,60}?)\]?(\s+|\s*[-–—|]\s*)[[(]?${TIME}[\])]?$`)
/** `Dana Miller (00:03): Hello` */
const NAME_AND_TEXT = new RegExp(String.raw`^([^:\d[\]()][^:[\]()]{0,60}?)\s*[[(]${TIME}[\])]\s*:?\s+(.*)$`)
/** What programs write about the transcript itself. */
const REMARK =
  /^(?:.{1,60} (?:started|stopped) transcription|transcription ended after .*|this editable transcript was .*|meeting ended after .*)$/i
const LONGEST_HEADING = 200
const HOUR_MS = 3_600_000
/** A slow speaker's pace: nobody is shown as speaking through the pause that follows. */
const MS_PER_WORD = 600
/** Of the times; a list in which more of them go backwards is no course of a call. */
const BACKWARDS_SHARE = 0.1

/**
 * Reads a transcript in which times stand between or before the lines: what Teams writes as .docx, Meet as a document,
 * and what is copied from YouTube, Otter or Zoom. Several utterances below one time share the stretch up to the next.
 * @returns segments with ids `s1`, `s2`, … in order of time; empty when it is no such text.
 */
export function readTimedText(text: string): Segment[] {
  const passages = nameTurns(readPassages(text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)))
  if (passages.length === 0 || goesBackwards(passages)) return []
  const sorted = passages.toSorted((a, b) => a.startMs - b.startMs)
  // A call of which the first word is said after an hour has the time of day beside it.
  const [first] = sorted
  const offsetMs = first !== undefined && first.startMs >= HOUR_MS ? first.startMs : 0
  return sorted
    .flatMap((passage, i) =>
      spread({ ...passage, startMs: passage.startMs - offsetMs }, sorted[i + 1]?.startMs ?? null, offsetMs),
    )
    .map((segment, i) => ({ id: `s${i + 1}`, ...segment }))
}

function readPassages(lines: readonly string[]): Passage[] {
  const cleaned = lines
    .map((line) => line.replaceAll('\u00A0', ' ').trim())
    .filter((line) => line !== '' && !REMARK.test(line))
  const stamps = cleaned.map(readStamp)
  const isSpeaker = knownNames(stamps)
  const passages: Passage[] = []
  cleaned.forEach((line, i) => {
    const stamp = stamps[i] ?? null
    const last = passages.at(-1)
    if (stamp !== null && (stamp.name === null || isSpeaker(stamp.name))) {
      passages.push({ startMs: stamp.startMs, speaker: stamp.name, lines: stamp.rest === '' ? [] : [stamp.rest] })
    } else last?.lines.push(line.replaceAll(/\s+/g, ' '))
  })
  return passages.filter((passage) => passage.lines.length > 0)
}

function readStamp(line: string): Stamp | null {
  if (line.length > LONGEST_HEADING && !TIME_FIRST.test(line.slice(0, LONGEST_HEADING))) return null
  const leading = TIME_FIRST.exec(line)
  if (leading) return { startMs: timeOf(leading.slice(1)), name: null, apart: true, rest: leading[4] ?? '' }
  const [heading, name = '', gap = '', ...time] = NAME_FIRST.exec(line) ?? []
  if (heading !== undefined && looksLikeName(name))
    return { startMs: timeOf(time), name, apart: gap.length > 1 || gap === '\t' || line.startsWith('['), rest: '' }
  const [inline, speaker = '', ...parts] = NAME_AND_TEXT.exec(line) ?? []
  if (inline !== undefined && looksLikeName(speaker))
    return { startMs: timeOf(parts), name: speaker, apart: true, rest: parts[3] ?? '' }
  return null
}

/** "We meet at 10:30" is a sentence; a name comes back, or stands apart from its time. */
function knownNames(stamps: readonly (Stamp | null)[]): (name: string) => boolean {
  const counts = new Map<string, number>()
  for (const stamp of stamps) {
    if (stamp?.name) counts.set(stamp.name, (counts.get(stamp.name) ?? 0) + (stamp.apart ? 2 : 1))
  }
  return (name) => (counts.get(name) ?? 0) > 1
}

function timeOf([hours, minutes, seconds]: readonly (string | undefined)[]): number {
  return ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000
}

/** Names before the words ("Dana: Hello") are found over the whole text: one that comes back is a speaker's. */
function nameTurns(passages: readonly Passage[]): Turns[] {
  const unnamed = passages.flatMap(({ speaker, lines }) => (speaker === null ? lines : []))
  const named = nameSpeakers(unnamed.map((line) => [{ speaker: null, lines: [line] }])).values()
  return passages.map(({ startMs, speaker, lines }) => ({
    startMs,
    turns:
      speaker === null
        ? joinUnnamed(lines.flatMap(() => named.next().value ?? []))
        : [{ speaker, text: lines.join(' ') }],
  }))
}

function goesBackwards(passages: readonly Turns[]): boolean {
  const backwards = passages.filter((passage, i) => passage.startMs < (passages[i - 1]?.startMs ?? 0))
  return backwards.length > passages.length * BACKWARDS_SHARE
}

/** The utterances of a passage, each as long as its share of the words. */
function spread({ startMs, turns }: Turns, nextMs: number | null, offsetMs: number): Omit<Segment, 'id'>[] {
  const words = turns.map(({ text }) => text.split(' ').length)
  const total = words.reduce((sum, count) => sum + count, 0)
  const lengthMs = Math.min(nextMs === null ? Infinity : nextMs - offsetMs - startMs, total * MS_PER_WORD)
  let before = 0
  return turns.map((turn, i) => {
    const from = before
    before += words[i] ?? 0
    return {
      start_ms: Math.round(startMs + (from / total) * lengthMs),
      end_ms: Math.round(startMs + (before / total) * lengthMs),
      ...turn,
    }
  })
}

/** Lines without a name go on with what stands above them. */
function joinUnnamed(
  turns: readonly { speaker: string | null; text: string }[],
): { speaker: string | null; text: string }[] {
  const joined: { speaker: string | null; text: string }[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last !== undefined && turn.speaker === null) last.text += ` ${turn.text}`
    else joined.push({ ...turn })
  }
  return joined
}
