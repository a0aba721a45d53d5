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
  throw new PermanentFailure(`${TOO_LONG_START}: it runs ${length(durationMs / 1000, Math.ceil)}, and your plan takes videos of up to ${length(maxSeconds, Math.floor)}.`)
}

function length(seconds: number, round: (value: number) => number): string {
  if (seconds < 60) return counted(round(seconds), 'second')
  return counted(round(seconds / 60), 'minute')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
