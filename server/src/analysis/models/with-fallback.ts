import { ANALYSTS } from '@callfolio/shared/engines.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import { describeError } from '../../kernel/loggable-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Analyst } from '../analyst.ts'
import { failureNotice } from './failure-notice.ts'

/**
 * Uses the first analyst, and the second when that fails for any reason: the draft then says which one was used and
 * why. Canceled work does not fall back.
 */
export function withFallback(primary: Analyst, offline: Analyst, log: Logger): Analyst {
  return {
    ...primary,
    async analyse(input, options) {
      try {
        return await primary.analyse(input, options)
      } catch (error) {
        options.signal.throwIfAborted()
        const expected = error instanceof PermanentFailure || error instanceof TransientFailure
        if (expected)
          log.warn(
            { analyst: primary.name, error: describeError(error) },
            'the analyst failed, falling back to the next one',
          )
        else
          log.error(
            { analyst: primary.name, err: error },
            'an unexpected error in the analyst, falling back to the next one',
          )
        const notice = failureNotice(
          expected ? error.message : `${ANALYSTS[primary.name].label} failed unexpectedly`,
          'so the built-in engine wrote this recap',
        )
        return { ...(await offline.analyse(input, options)), fallback: { analyst: offline.name, notice } }
      }
    },
  }
}
