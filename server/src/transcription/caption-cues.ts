/** A cue as it stands in a caption file: its times in ms and its lines, still with tags and entities. */
export interface Cue {
  startMs: number
  endMs: number
  lines: string[]
}

/** Longer lines are text; looking for times in them would only cost time. */
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
