import { tooLongMessage } from '@callfolio/shared/failures.ts'
import { LENGTH_TOLERANCE_SECONDS } from '@callfolio/shared/recording-limits.ts'
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
  throw new PermanentFailure('too_long', tooLongMessage(durationMs / 1000, maxSeconds))
}
