import { ANY_REPLY, ApiError, type ApiClient } from '../api-client.ts'
import { getWayOut } from '../failures.ts'
import { getFailure } from './get-failure.ts'
import { MICROSITE_PATHS } from '../contract/microsite.ts'

/** Makes the server rerun a failed job. @throws the API's errors; `retryProblem` turns them into a sentence. */
export async function retryProcessing(api: ApiClient, micrositeId: string): Promise<void> {
  await api.request(MICROSITE_PATHS.retry(micrositeId), ANY_REPLY, { method: 'POST' })
}

/** Message when a retry failed to start. */
export function retryProblem(error: Error | null): string | null {
  if (error === null) return null
  if (!(error instanceof ApiError)) return 'Retry failed.'
  return getWayOut(getFailure(error)) === 'upgrade' ? error.message : `Failed to reset job status: ${error.message}`
}
