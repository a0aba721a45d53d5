import type { CaptionLine, RecordingTime } from '../messaging/captions-protocol.ts'
import { recordingMs } from './recording-clock.ts'

/** A line in recording time, ms. */
export interface TimedLine {
  start_ms: number
  end_ms: number
  speaker: string
  text: string
}

/** The last words of a line appear when they were said; minimum display time, ms. */
const MIN_LINE_MS = 1000

/**
 * Converts lines to the order and time of a recording. Drops lines spoken before, after or during pauses.
 * @param recording when it ran; without one the times are relative to the first line.
 */
export function timeLines(lines: readonly CaptionLine[], recording?: RecordingTime): TimedLine[] {
  const inOrder = lines.toSorted((a, b) => a.startedAt - b.startedAt || a.endedAt - b.endedAt)
  const time = recording ?? { startedAt: inOrder[0]?.startedAt ?? 0, endedAt: Infinity, pauses: [] }
  return inOrder.flatMap((line, index) => {
    if (isOutside(line, time)) return []
    const next = inOrder
      .slice(index + 1)
      .find(({ speaker, startedAt }) => speaker === line.speaker && startedAt > line.startedAt)
    const endedAt = Math.max(line.endedAt, Math.min(line.startedAt + MIN_LINE_MS, next?.startedAt ?? Infinity))
    return [
      {
        start_ms: recordingMs(line.startedAt, time),
        end_ms: recordingMs(endedAt, time),
        speaker: line.speaker,
        text: line.text,
      },
    ]
  })
}

/** Writes lines as WebVTT with a `<v Name>` for each; null if there are none. */
export function writeWebVtt(lines: readonly TimedLine[]): string | null {
  if (lines.length === 0) return null
  const cues = lines.map(
    ({ start_ms, end_ms, speaker, text }) =>
      `${clock(start_ms)} --> ${clock(end_ms)}\n<v ${escape(speaker)}>${escape(text)}</v>\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

function isOutside(
  { startedAt, endedAt }: CaptionLine,
  { startedAt: from, endedAt: to, pauses }: RecordingTime,
): boolean {
  return endedAt < from || startedAt > to || pauses.some((pause) => startedAt >= pause.from && endedAt <= pause.to)
}

function clock(ms: number): string {
  const pad = (value: number, width = 2): string => String(Math.floor(value)).padStart(width, '0')
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`
}

/** An empty line would end the cue. */
function escape(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
