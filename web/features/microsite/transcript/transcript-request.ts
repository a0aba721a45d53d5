import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import type { TranscriptRequest } from '@callfolio/shared/contract/transcript.ts'
import { useServices } from '../../../lib/services.tsx'
import { storeMicrosite } from '../../library/use-microsite.ts'

/** Has a finished microsite made from another transcript; the page then shows the work on it. */
export function useRequestTranscript(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TranscriptRequest) =>
      api.request(MICROSITE_PATHS.transcript(id), micrositeSchema, { method: 'POST', body }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
}
