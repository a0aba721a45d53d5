import type { RecordingTime } from '../messaging/captions-protocol.ts'

/**
 * Converts a timestamp to recording time, which excludes pauses.
 * @param at ms since 1970.
 * @returns ms from the recording's start; an earlier timestamp counts as the start, one in a pause as the pause's
 * beginning.
 */
export function recordingMs(at: number, { startedAt, endedAt, pauses }: RecordingTime): number {
  const within = Math.min(Math.max(at, startedAt), endedAt)
  const paused = pauses.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, within) - Math.max(from, startedAt)),
    0,
  )
  return within - startedAt - paused
}
