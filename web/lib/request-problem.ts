import { ApiError } from '@callfolio/shared/api-client.ts'
import { FAILURES } from '@callfolio/shared/failures.ts'

/** Message for a failed request: the server's own words, if it answered at all. */
export function requestProblem(error: Error | null): string | null {
  if (error === null) return null
  return error instanceof ApiError ? error.message : FAILURES.unreachable.sentence
}
