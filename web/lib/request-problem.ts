import { ApiError } from '@callfolio/shared/api-client.ts'
import { FAILURES } from '@callfolio/shared/failures.ts'

/** What to show of a request that failed: the server's own words, if the server spoke at all. */
export function requestProblem(error: Error | null): string | null {
  if (error === null) return null
  return error instanceof ApiError ? error.message : FAILURES.unreachable.sentence
}
