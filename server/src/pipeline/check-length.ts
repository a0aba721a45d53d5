import { longerThanAnyPlanMessage, tooLongMessage } from '@callfolio/shared/failures.ts'
import { LENGTH_TOLERANCE_SECONDS, LONGEST_RECORDING_SECONDS } from '@callfolio/shared/recording-limits.ts'
import { PermanentFailure } from '../kernel/errors.ts'

/**
 * Checks a recording against its plan's limit, and against the limit for all plans.
 * @param durationMs null: not known yet.
 * @param maxSeconds null: the plan has none of its own.
 * @throws {PermanentFailure} when it is longer.
 */
export function checkLength(durationMs: number | null, maxSeconds: number | null): void {
  if (durationMs === null) return
  const runsOver = (seconds: number) => durationMs > (seconds + LENGTH_TOLERANCE_SECONDS) * 1000
  if (maxSeconds !== null && runsOver(maxSeconds)) {
    throw new PermanentFailure('too_long', tooLongMessage(durationMs / 1000, maxSeconds))
  }
  if (runsOver(LONGEST_RECORDING_SECONDS)) {
    throw new PermanentFailure('longer_than_any_plan', longerThanAnyPlanMessage(durationMs / 1000))
  }
}
