import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { ZodError } from 'zod'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { AnswerTooLarge } from './bounded-fetch.ts'

const LONGEST_DETAIL = 200

/**
 * What a failed call means for the job: TransientFailure for what time may mend (rate limits, 5xx, the network),
 * PermanentFailure for what it won't (key, quota, model, request, an answer of no use), the abort's own reason when we gave
 * up ourselves. Each message begins with "The AI server", so that notices can put it into a sentence of theirs.
 */
export function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof APIUserAbortError) return signal.reason ?? error
  if (error instanceof APIConnectionTimeoutError)
    return new TransientFailure('ai_timed_out', undefined, { cause: error })
  if (error instanceof AnswerTooLarge)
    return new PermanentFailure('ai_unreadable', "The AI server's answer was too long to be read.", { cause: error })
  if (error instanceof APIConnectionError) return new TransientFailure('ai_unreachable', undefined, { cause: error })
  // A web page with status 200, say.
  if (error instanceof SyntaxError || error instanceof ZodError) {
    return new PermanentFailure(
      'ai_misconfigured',
      'The AI server answered with something that is no answer of its API. Whoever runs this server has to check OPENAI_BASE_URL.',
      { cause: error },
    )
  }
  if (!(error instanceof APIError) || error.status === undefined) return error
  const { status, code } = error
  if (status === 401 || status === 403) {
    return new PermanentFailure('ai_key_refused', undefined, { cause: error })
  }
  if (code === 'insufficient_quota') return new PermanentFailure('ai_quota_used_up', undefined, { cause: error })
  if (status === 429)
    return new TransientFailure('ai_busy', undefined, { cause: error, retryAfterMs: retryAfterMs(error.headers) })
  if (status >= 500 || status === 408 || status === 409) {
    return new TransientFailure('ai_failed', `The AI server failed (${status}).`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.headers),
    })
  }
  if (status === 404) return new PermanentFailure('ai_misconfigured', undefined, { cause: error })
  return new PermanentFailure(
    'ai_refused',
    `The AI server refused the request: ${error.message.slice(0, LONGEST_DETAIL)}`,
    {
      cause: error,
    },
  )
}

/** The wait that was asked for, as milliseconds, seconds or a date; a date is counted from the answer's own. */
function retryAfterMs(headers: Headers): number | undefined {
  const ms = numberOf(headers.get('retry-after-ms'))
  if (ms !== undefined) return ms
  const after = headers.get('retry-after')
  const seconds = numberOf(after)
  if (seconds !== undefined) return seconds * 1000
  const untilDate = Date.parse(after ?? '') - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(untilDate) ? undefined : Math.max(0, untilDate)
}

function numberOf(text: string | null): number | undefined {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
