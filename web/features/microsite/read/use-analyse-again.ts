import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema, type AnalysisRequest } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../../lib/services.tsx'
import { storeMicrosite } from '../../library/use-microsite.ts'

/** Has a finished microsite's recap made anew; the page stays in use, and is read again until that is there. */
export function useAnalyseAgain(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AnalysisRequest) =>
      api.request(MICROSITE_PATHS.analyse(id), micrositeSchema, { method: 'POST', body }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
}
