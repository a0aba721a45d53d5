import { ANALYSTS } from '@callfolio/shared/engines.ts'
import { PermanentFailure, TransientFailure } from '../../kernel/errors.ts'
import { timeInWords } from '../../kernel/time-in-words.ts'
import type { AnalyseInput, Analysis, Analyst } from '../analyst.ts'
import { verifyDraft } from '../verification/verify.ts'

/** A call with this many words has something that a recap has to state. */
const LONG_CALL_WORDS = 300

/**
 * Limits an analyst's time, and fails when the recap of a long call has nothing that can be shown.
 * @param limitMs for a whole call.
 */
export function withLimits(analyst: Analyst, { limitMs }: { limitMs: number }): Analyst {
  const called = ANALYSTS[analyst.name].label
  return {
    ...analyst,
    async analyse(input, options) {
      const limit = AbortSignal.timeout(limitMs)
      try {
        const draft = await analyst.analyse(input, { ...options, signal: AbortSignal.any([options.signal, limit]) })
        if (
          isLong(input) &&
          isEmpty(verifyDraft(draft, input.segments, { writtenIn: input.language ?? null, date: input.date ?? null }))
        )
          throw new PermanentFailure('recap_failed', `${called} found nothing to report in a long call.`)
        return draft
      } catch (error) {
        if (!limit.aborted || options.signal.aborted) throw error
        throw new TransientFailure('recap_timed_out', `${called} took longer than ${timeInWords(limitMs)}.`, {
          cause: error,
        })
      }
    },
  }
}

function isLong({ segments }: AnalyseInput): boolean {
  return segments.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0) >= LONG_CALL_WORDS
}

function isEmpty({ summary, quotes, actionPoints, importantPoints, todoList }: Analysis): boolean {
  return [summary, quotes, actionPoints, importantPoints, todoList].every((list) => list.length === 0)
}
