import type { RecordingTime } from '../messaging/captions-protocol.ts'

/**
 * Where a moment lies in a recording, whose pauses are cut out.
 * @param at ms since 1970.
 * @returns ms from the recording's start; a moment before it counts as its start, one in a pause as the pause's beginning.
 */
export function recordingMs(at: number, { startedAt, endedAt, pauses }: RecordingTime): number {
  const within = Math.min(Math.max(at, startedAt), endedAt)
  const paused = pauses.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, within) - Math.max(from, startedAt)),
    0,
  )
  return within - startedAt - paused
}
