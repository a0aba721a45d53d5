import { useMutation } from '@tanstack/react-query'
import { retryProcessing } from '@callfolio/shared/client/retry-processing.ts'
import { useServices } from '../../lib/services.tsx'

/** Has the server run a failed job again, then calls `onRestarted`. Its errors are sentences for the page (`retryProblem`). */
export function useRetry(id: string, onRestarted: () => void) {
  const { api } = useServices()
  return useMutation({ mutationFn: () => retryProcessing(api, id), onSuccess: onRestarted })
}
