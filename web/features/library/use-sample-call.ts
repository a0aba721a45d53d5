import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { MICROSITE_PATHS, processMeetingReplySchema } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'
import { refreshLists } from './use-microsite.ts'

/** Makes a microsite from the sample call and goes to it. */
export function useSampleCall() {
  const { api } = useServices()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.request(MICROSITE_PATHS.sampleCall, processMeetingReplySchema, { method: 'POST' }),
    onSuccess: ({ job_id }) => {
      refreshLists(queryClient)
      return navigate(`/microsite/${job_id}`)
    },
  })
}
