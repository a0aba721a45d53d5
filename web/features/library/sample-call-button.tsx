import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../../ui/navigation.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { MICROSITE_PATHS, processMeetingReplySchema } from '@callfolio/shared/contract/microsite.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useServices } from '../../lib/services.tsx'
import { refreshLists } from './use-microsite.ts'

/** "Try it with a sample call"; nothing if the server has none. */
export function SampleCallButton() {
  const capabilities = useCapabilities()
  const sample = useSampleCall()
  if (capabilities?.sample_call === false) return null
  return (
    <span className="inline-grid gap-2">
      <Button variant="secondary" disabled={sample.isPending} onClick={() => sample.mutate()}>
        {sample.isPending ? 'Starting...' : 'Try it with a sample call'}
      </Button>
      {sample.isError && (
        <span role="alert" className="text-13 text-danger">
          {sample.error.message}
        </span>
      )}
    </span>
  )
}

/** Makes a microsite from the sample call and opens it. */
function useSampleCall() {
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
