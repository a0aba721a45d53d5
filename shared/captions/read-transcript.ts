import type { Segment } from '../contract/transcript.ts'
import { DRAFT_CUE } from '../transcript/transcript-files.ts'
import { INVISIBLE } from './caption-text.ts'
import { readCues } from './caption-cues.ts'
import { joinVersions } from './join-versions.ts'
import type { Parsed, Passage } from './passage.ts'
import { readPlainText } from './plain-text.ts'
import { isNoise, isServiceLine } from './service-lines.ts'
import { nameSpeakers } from './speaker-labels.ts'
import { readJson } from './read-json.ts'
import { readTable } from './read-table.ts'
import { readSubStation, readXml } from './read-xml.ts'
import { readTimedText } from './timed-text.ts'
import { lostLines } from './lost-lines.ts'

/** A parsed transcript. */
export interface TranscriptReading {
  /** The tool that wrote it, if recognizable: "Teams transcript". */
  format: string
  /** In chronological order, with ids `s1`, `s2`, …; empty if nothing is readable. */
  segments: Segment[]
  /** False for text without times and names: its words may be anything. */
  isTranscript: boolean
  /** The text has no times: they are estimated from the number of words. */
  estimated: boolean
  /** Notes for the person who provided it: omitted words, no speakers found. */
  warnings: string[]
  /** The note about omitted words; null: none were omitted. */
  left: string | null
}

/** Readers, the most specific first; the first that finds a passage wins. */
const READERS: readonly [format: string, read: (text: string) => Parsed | null, timed: boolean][] = [
  ['JSON transcript', readJson, true],
  ['TTML captions', readXml, true],
  ['SubStation captions', readSubStation, true],
  ['Captions', readCues, true],
  ['Transcript table', readTable, true],
  ['Transcript', readTimedText, true],
  ['Transcript', readPlainText, false],
]

/** Signs of the tool that wrote a file; the first match counts. */
const WRITERS: readonly [format: string, sign: RegExp][] = [
  ['Zoom chat', /^\d\d:\d\d:\d\d\s+From .+ (?:to .+)?:\s*$|^\d\d:\d\d:\d\d\s+From .{1,80} : /im],
  [
    'Teams transcript',
    /(?:started|stopped) transcription$|die Transkription (?:gestartet|beendet)$| (?:la|a|de) (?:transcripción|transcription|trascrizione|transcrição|transcriptie gest\w+)$|\d (?:minutes?|Minuten?|minutos?|minuti) \d+ (?:seconds?|Sekunden?|secondes?|segundos?|secondi)$|^[\da-f]{8}-[\da-f-]{27}\/\d+-\d+\s*$|^\d:\d{1,2}:\d{1,2}\.\d+ --> /im,
  ],
  ['Google Meet transcript', /^this editable transcript was|^meeting ended after \d|^transcription ended after \d/im],
  ['Otter transcript', /otter\.ai/i],
  ['Fathom transcript', /^VIEW RECORDING - /m],
  ['Webex captions', /^\d+ "[^"\n]+" \(\d+\)\s*$/m],
  ['TranscripTonic transcript', /TranscripTonic/],
  ['YouTube captions', /<\d\d:\d\d:\d\d\.\d{3}><c>/],
  ['WebVTT captions', /^\uFEFF?\s*WEBVTT/],
  ['SubRip captions', /^\s*\d+\r*\n\r*\n?\s*\d+:\d+:\d+,\d+ -->/],
]
const HOUR_MS = 3_600_000
const SIGNS_WITHIN = 200_000
/** A slow speaking pace, for texts without times. */
const MS_PER_WORD = 400
/** A slow speaker's pace, so that a cue doesn't cover the pause that follows. */
const MOST_MS_PER_WORD = 600

/**
 * Reads a transcript from any tool: captions, tables, JSON, documents with times, plain text.
 * @param durationMs the recording's length, over which a text without times is spread; null: unknown.
 */
export function readTranscript(given: string, durationMs: number | null): TranscriptReading {
  const text = given.replaceAll(INVISIBLE, '')
  const read = parse(text)
  const { passages } = read.parsed
  const spoken = nameSpeakers(passages)
  const lines = joinVersions(toLines(passages, spoken, durationMs, read.isTimed))
  const segments = lines.map((line, at): Segment => ({ id: `s${at + 1}`, ...line }))
  const format = (WRITERS.find(([, sign]) => sign.test(text.slice(0, SIGNS_WITHIN))) ?? [read.format])[0]
  const lost = lostLines(text, read.parsed, spoken.flat())
  const isTranscript = read.isTimed || isBlank(text) || segments.some(({ speaker }) => speaker !== null)
  const left = lost.length === 0 ? null : leftOut(lost)
  const estimated = segments.length > 0 && !read.isTimed
  return { format, segments, estimated, isTranscript, warnings: getWarnings({ format, segments, left }), left }
}

/** True for a caption file of a call without speech: at most a WebVTT header. */
function isBlank(text: string): boolean {
  return /^(?:WEBVTT[^\n]*)?$/.test(text.trim())
}

function parse(text: string): { format: string; parsed: Parsed; isTimed: boolean } {
  for (const [format, read, isTimed] of READERS) {
    const parsed = read(text)
    // Data without speech is not a text to be read line by line.
    if (parsed === null || (parsed.passages.length === 0 && parsed.content === null)) continue
    const passages = parsed.passages.flatMap(withoutService)
    const isWithTimes = isTimed && parsed.passages.length > 0 && passages.every(({ startMs }) => startMs !== null)
    return { format, parsed: { ...parsed, passages }, isTimed: isWithTimes }
  }
  return { format: 'Text', parsed: { passages: [], asides: [], content: null }, isTimed: false }
}

/** Program messages about the transcript, and noises, are not speech. */
function withoutService(passage: Passage): Passage[] {
  const utterances = passage.utterances.flatMap((said) => {
    const lines = said.lines.filter((line) => line !== DRAFT_CUE && !isServiceLine(line) && !isNoise(line))
    return lines.length > 0 ? [{ ...said, lines }] : []
  })
  return utterances.length > 0 ? [{ ...passage, utterances }] : []
}

type Line = Omit<Segment, 'id'>

function toLines(
  passages: readonly Passage[],
  spoken: readonly { speaker: string | null; text: string }[][],
  durationMs: number | null,
  isTimed: boolean,
): Line[] {
  const said = passages
    .map((passage, at) => ({ ...passage, turns: joinTurns(spoken[at] ?? []) }))
    .filter(({ turns }) => turns.length > 0)
  if (isTimed) {
    const inOrder = said.toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))
    const startMs = timelineStart(
      inOrder.map((passage) => passage.startMs ?? 0),
      durationMs,
    )
    const sorted = inOrder.map((passage) => ({
      ...passage,
      startMs: (passage.startMs ?? 0) - startMs,
      endMs: passage.endMs === null ? null : passage.endMs - startMs,
    }))
    return sorted.flatMap((passage, at) => spread(passage, sorted[at + 1]?.startMs ?? null))
  }
  let atMs = 0
  const lines = said.flatMap(({ turns }) =>
    turns.map((turn): Line => {
      const startMs = atMs
      atMs += turn.text.split(' ').length * MS_PER_WORD
      return { start_ms: startMs, end_ms: atMs, ...turn }
    }),
  )
  const scale = durationMs === null || atMs === 0 ? 1 : durationMs / atMs
  return lines.map((line) => ({
    ...line,
    start_ms: Math.round(line.start_ms * scale),
    end_ms: Math.round(line.end_ms * scale),
  }))
}

/**
 * Video editors start their timelines at 01:00:00 or 10:00:00: then all words come after the end of the recording.
 * @param startsMs in order.
 */
function timelineStart(startsMs: readonly number[], durationMs: number | null): number {
  const firstMs = startsMs[0] ?? 0
  const startMs = firstMs - (firstMs % HOUR_MS)
  return durationMs !== null && firstMs >= durationMs && (startsMs.at(-1) ?? 0) - startMs <= durationMs ? startMs : 0
}

/** The turns of a passage share its time in proportion to their words; those of a cue get all of it. */
function spread(
  {
    startMs,
    endMs,
    turns,
  }: { startMs: number | null; endMs: number | null; turns: readonly { speaker: string | null; text: string }[] },
  nextMs: number | null,
): Line[] {
  const from = startMs ?? 0
  if (endMs !== null) return turns.map((turn) => ({ start_ms: from, end_ms: Math.max(from, endMs), ...turn }))
  const words = turns.map(({ text }) => text.split(' ').length)
  const total = words.reduce((sum, count) => sum + count, 0)
  const lengthMs = Math.min(nextMs === null ? Infinity : nextMs - from, total * MOST_MS_PER_WORD)
  let before = 0
  return turns.map((turn, at) => {
    const start = before
    before += words[at] ?? 0
    return {
      start_ms: Math.round(from + (start / total) * lengthMs),
      end_ms: Math.round(from + (before / total) * lengthMs),
      ...turn,
    }
  })
}

function joinTurns(
  turns: readonly { speaker: string | null; text: string }[],
): { speaker: string | null; text: string }[] {
  const joined: { speaker: string | null; text: string }[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last !== undefined && last.speaker === turn.speaker) last.text += ` ${turn.text}`
    else joined.push({ ...turn })
  }
  return joined
}

function leftOut(lost: readonly string[]): string {
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
  return `Left out of the transcript: ${lost.slice(0, 3).join(', ')}${more}.`
}

function getWarnings({ format, segments, left }: Pick<TranscriptReading, 'format' | 'segments' | 'left'>): string[] {
  const isUnnamed = segments.length > 0 && segments.every(({ speaker }) => speaker === null)
  return [
    ...(format === 'Zoom chat' ? ['This is a meeting chat, not a transcript.'] : []),
    ...(isUnnamed ? ['No speakers found. The transcript will show no names.'] : []),
    ...(left === null ? [] : [left]),
  ]
}

/** A summary of what was read: "Teams transcript, 3 speakers, 41 min". */
export function describeReading({
  format,
  segments,
  estimated,
}: Pick<TranscriptReading, 'format' | 'segments' | 'estimated'>): string {
  const speakers = new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))).size
  const lengthMs = segments.reduce((most, { end_ms: end }) => Math.max(most, end), 0)
  const minutes = Math.round(lengthMs / 60_000)
  const length = estimated ? 'no times' : minutes === 0 ? `${Math.round(lengthMs / 1000)} s` : `${minutes} min`
  const people = speakers === 0 ? 'no speakers' : speakers === 1 ? '1 speaker' : `${speakers} speakers`
  return `${format}, ${people}, ${length}`
}
