import { countOf, formatLengthOver } from '@callfolio/shared/format.ts'
import { LENGTH_TOLERANCE_SECONDS, TOO_LONG_START } from '@callfolio/shared/recording-limits.ts'
import { PermanentFailure } from '../kernel/errors.ts'

/**
 * Holds a recording against its plan's limit.
 * @param durationMs null: not known yet.
 * @param maxSeconds null: no limit.
 * @throws {PermanentFailure} when it is longer.
 */
export function checkLength(durationMs: number | null, maxSeconds: number | null): void {
  if (durationMs === null || maxSeconds === null) return
  if (durationMs <= (maxSeconds + LENGTH_TOLERANCE_SECONDS) * 1000) return
  throw new PermanentFailure(
    `${TOO_LONG_START}: it runs ${formatLengthOver(durationMs / 1000, maxSeconds)}, and your plan takes videos of up to ${limit(maxSeconds)}.`,
  )
}

function limit(seconds: number): string {
  return seconds < 60 ? countOf(seconds, 'second') : countOf(Math.floor(seconds / 60), 'minute')
}
