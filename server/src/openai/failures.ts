import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'

const LONGEST_DETAIL = 200

/**
 * What a failed call means for the job: TransientFailure for what time may mend (rate limits, 5xx, the network),
 * PermanentFailure for what it won't (key, quota, model, request), the abort's own reason when we gave up ourselves.
 */
export function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof APIUserAbortError) return signal.reason ?? error
  if (error instanceof APIConnectionError) return new TransientFailure('The AI provider could not be reached.', { cause: error })
  if (!(error instanceof APIError) || error.status === undefined) return error
  const { status, code } = error
  if (status === 401 || status === 403) {
    return new PermanentFailure('The AI provider refused the key; whoever runs this server has to check OPENAI_API_KEY.', { cause: error })
  }
  if (code === 'insufficient_quota') return new PermanentFailure("The AI provider says that the account's quota is used up.", { cause: error })
  if (status === 429) return new TransientFailure('The AI provider is busy.', { cause: error, retryAfterMs: retryAfterMs(error.headers) })
  if (status >= 500 || status === 408 || status === 409) {
    return new TransientFailure(`The AI provider failed (${status}).`, { cause: error, retryAfterMs: retryAfterMs(error.headers) })
  }
  if (status === 404) return new PermanentFailure('The AI provider does not know this model or address.', { cause: error })
  return new PermanentFailure(`The AI provider refused the request: ${error.message.slice(0, LONGEST_DETAIL)}`, { cause: error })
}

function retryAfterMs(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms)) return ms
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
