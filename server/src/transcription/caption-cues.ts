import { readUtterances } from './caption-text.ts'

/** A cue of a caption file: its times in ms and its lines, still with tags and entities. */
interface Cue {
  startMs: number
  endMs: number
  lines: string[]
}

/** Longer lines are text; searching for times in them would only cost time. */
const MAX_TIMING_LENGTH = 200
const TIME = String.raw`((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:[.,]\d{1,3})?)`
/** WebVTT and SRT write `-->` between the times, WebVTT cue settings behind them. */
const ARROW_TIMING = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}(?:\s.*)?$`)
/** SBV writes a comma between times that have a point before the fraction. */
const COMMA_TIMING =
  /^\s*((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:\.\d{1,3})?)\s*,\s*((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:\.\d{1,3})?)\s*$/
/** A number or a Teams id (`<guid>/<n>-<m>`) stands on the line before its times. */
const CUE_ID = /^\s*(?:\d{1,9}|[\da-f]{8}-[\da-f-]{27}(?:\/\S*)?)\s*$/i

/**
 * Reads the cues of WebVTT, SRT and SBV with one grammar: a line with two times, then text up to an empty line. What
 * stands outside of cues (headers, NOTE and STYLE blocks, ids) is passed over, as is a cue that ends before it begins.
 */
export function readCues(text: string): Cue[] {
  const cues: Cue[] = []
  let open: Cue | null = null
  for (const line of text.split(/\r\n|\r|\n/)) {
    const times = readTiming(line)
    if (times !== null) {
      dropCueId(open)
      open = { ...times, lines: [] }
      cues.push(open)
    } else if (line.trim() === '') {
      open = null
    } else {
      open?.lines.push(line)
    }
  }
  return cues.filter(({ startMs, endMs, lines }) => endMs >= startMs && lines.length > 0)
}

/** Where the empty line between cues is missing, the next cue's id was read as text. */
function dropCueId(cue: Cue | null): void {
  if (cue !== null && CUE_ID.test(cue.lines.at(-1)?.slice(0, MAX_TIMING_LENGTH) ?? '')) cue.lines.pop()
}

function readTiming(line: string): { startMs: number; endMs: number } | null {
  if (line.length > MAX_TIMING_LENGTH) return null
  const [, start, end] = ARROW_TIMING.exec(line) ?? COMMA_TIMING.exec(line) ?? []
  return start === undefined || end === undefined ? null : { startMs: readTime(start), endMs: readTime(end) }
}

/** `[hours:]minutes:seconds[.fraction]` in ms. */
function readTime(text: string): number {
  const [clock = '', fraction = ''] = text.split(/[.,]/)
  const seconds = clock.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return seconds * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Share of cues with repeated lines; below it, the speakers repeated themselves. */
const ROLLING_SHARE = 0.25
const FEWEST = 3
const TOUCHING_MS = 50

/**
 * Live captions roll: each cue shows the line before once more above its new one (YouTube's automatic ones, with cues of
 * 10 ms in between). Repeated lines are removed; files that don't roll stay as they are.
 */
export function unrollCues(cues: readonly Cue[]): Cue[] {
  const plain = cues.map(({ lines }) => readUtterances(lines).flatMap((utterance) => utterance.lines))
  const isRepeated = (i: number): boolean => {
    const [cue, before] = [cues[i], cues[i - 1]]
    const again = plain[i]?.[0]
    return (
      cue !== undefined &&
      before !== undefined &&
      again !== undefined &&
      again === plain[i - 1]?.at(-1) &&
      cue.startMs <= before.endMs + TOUCHING_MS
    )
  }
  const rolling = cues.filter((_, i) => isRepeated(i) && (plain[i]?.length ?? 0) > 1).length
  if (rolling < FEWEST || rolling < cues.length * ROLLING_SHARE) return [...cues]
  return cues.flatMap((cue, i) => {
    const lines = isRepeated(i) ? (plain[i] ?? []).slice(1) : cue.lines
    return lines.length > 0 ? [{ ...cue, lines }] : []
  })
}
