import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { formatClock } from '@callfolio/shared/format.ts'

/** A span's times, rounded outwards to whole seconds. */
export function spanText({ start_ms, end_ms }: TimeSpan): string {
  return `${formatClock(start_ms)}–${formatClock(Math.ceil(end_ms / 1000) * 1000)}`
}
