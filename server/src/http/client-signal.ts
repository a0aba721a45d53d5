import type { Context } from 'hono'
import { AppError } from '../kernel/errors.ts'

/**
 * A signal that aborts with an AppError once the client has disconnected. The adapter's own has a string as its reason.
 */
export function clientSignal(c: Context): AbortSignal {
  const { signal } = c.req.raw
  const gone = new AbortController()
  const abort = () => gone.abort(new AppError('invalid_request', 'The request was interrupted.'))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return gone.signal
}
