const MINUTE_MS = 60_000
/** Recordings below this are counted in seconds. */
const SECONDS_BELOW_MS = 2 * MINUTE_MS

/**
 * Progress in the recording's own time, for example "transcribed 12 of 46 minutes".
 * @returns null when the length is not known.
 */
export function countedTime(verb: string, doneMs: number, totalMs: number | null): string | null {
  if (totalMs === null || totalMs < 1000) return null
  const [unitMs, unit] = totalMs < SECONDS_BELOW_MS ? [1000, 'second'] : [MINUTE_MS, 'minute']
  const total = Math.round(totalMs / unitMs)
  const done = Math.min(total, Math.max(0, Math.floor(doneMs / unitMs)))
  return `${verb} ${done} of ${total} ${total === 1 ? unit : `${unit}s`}`
}
