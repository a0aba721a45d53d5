import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { AnalyseInput } from '../analyst.ts'
import { overlapWindows, packWindows } from './windows.ts'

/**
 * Maximum characters of a request: about 8,000 tokens, which fits small local models and is short enough to be read
 * closely.
 */
export const WINDOW_CHARACTERS = 30_000
/** Lines repeated from the previous window: about a minute of talk. */
const OVERLAP_CHARACTERS = 1500
/** A request lists at most this many names of each kind. */
const MOST_PARTICIPANTS = 40

/** A line of the transcript as the model sees it. */
export interface Line {
  /** A short id of our own: ids from a caption file may be as long as the line. */
  id: string
  segmentId: string
  /** As JSON, so that nothing in it can end the line or imitate another one. */
  text: string
}

/** The lines of a call that have words, in order. */
export function getLines(segments: readonly Segment[]): Line[] {
  return segments.flatMap(({ id: segmentId, speaker, text }, index) => {
    const id = `L${index + 1}`
    return text.trim() === '' ? [] : [{ id, segmentId, text: JSON.stringify([id, speaker, text.trim()]) }]
  })
}

/**
 * Splits the call into windows that fit a request, as lines for a model.
 * @param firstLines how many lines the first window has, whatever the others have; 0: as many as fit.
 */
export function getWindows(lines: readonly Line[], windowCharacters: number, firstLines = 0): string[][] {
  const sizeFor = (line: string) => line.length
  const texts = lines.map(({ text }) => text)
  const rest = packWindows(texts.slice(firstLines), sizeFor, windowCharacters)
  const windows = firstLines === 0 ? rest : [texts.slice(0, firstLines), ...rest]
  return overlapWindows(windows, sizeFor, OVERLAP_CHARACTERS)
}

/** The start of every request: what is known about the call besides its words. */
export function aboutCall({ segments, title, description, participants: shown = [], date }: AnalyseInput): string {
  const participants = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].slice(0, MOST_PARTICIPANTS)
  const others = shown.filter((name) => !participants.includes(name)).slice(0, MOST_PARTICIPANTS)
  return JSON.stringify({
    given_title: title,
    given_description: description,
    date: date ? `${getWeekday(date)}, ${date}` : null,
    participants,
    // Not as participants: an owner of a step, or a speaker to be named, is one who speaks.
    ...(others.length > 0 && { also_in_call: others }),
  })
}

function getWeekday(date: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(date))
}

const LINE_ID =
  /^[[("'#\s]*(?:lines?|ids?)?[[("'#\s]*L?(\d+)[\])"'\s]*(?:(?:-|–|—|\.\.+|to)[[("'#\s]*(?:line\s*)?L?(\d+))?[\])"'.:\s]*$/i

/**
 * The ids that a model cites, in any notation ("[L12]", "line 12", 12, "L12-L14"); anything else is returned unchanged.
 */
export function lineIds(named: unknown): string[] {
  const parts = (Array.isArray(named) ? named : [named]).flatMap((part: unknown) =>
    typeof part === 'number' ? [String(part)] : typeof part === 'string' ? part.split(/[,;]|\band\b/) : [],
  )
  return [...new Set(parts.flatMap(getRange))]
}

function getRange(part: string): string[] {
  const [, first, last] = LINE_ID.exec(part) ?? []
  if (first === undefined) return part.trim() === '' ? [] : [part]
  const [from, to] = [Number(first), Number(last ?? first)]
  return Array.from({ length: Math.max(1, Math.min(to - from + 1, MOST_EVIDENCE_LINES)) }, (_, i) => `L${from + i}`)
}
