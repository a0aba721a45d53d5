import { useMutation } from '@tanstack/react-query'
import { ANY_REPLY, ApiError } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'

/** Has the server run a failed job again, then calls `onRestarted`. Its errors are sentences for the page. */
export function useRetry(id: string, onRestarted: () => void) {
  const { api } = useServices()
  return useMutation({
    mutationFn: () => api.request(MICROSITE_PATHS.retry(id), ANY_REPLY, { method: 'POST' }),
    onSuccess: onRestarted,
  })
}

/** What to tell when a retry was not possible. */
export function retryProblem(error: Error | null): string | null {
  if (error === null) return null
  if (!(error instanceof ApiError)) return 'Retry failed.'
  return error.code === 'microsite_limit_reached' ? error.message : `Failed to reset job status: ${error.message}`
}
