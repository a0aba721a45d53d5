import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { redactionEffectSchema, type TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { useServices } from '../../../lib/services.tsx'
import { micrositeKey, refreshLists } from '../../library/use-microsite.ts'

/** What redacting these spans would remove. @param spans null: don't fetch it. */
export function useRedactionEffect(id: string, spans: readonly TimeSpan[] | null) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['redaction', id, spans],
    enabled: spans !== null,
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.request(MICROSITE_PATHS.redactions(id), redactionEffectSchema, {
        method: 'POST',
        body: { spans, preview: true },
        signal,
      }),
  })
}

/** Permanently redacts spans of a microsite. */
export function useRedact(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (spans: readonly TimeSpan[]) =>
      api.request(MICROSITE_PATHS.redactions(id), redactionEffectSchema, { method: 'POST', body: { spans } }),
    onSuccess: async () => {
      refreshLists(queryClient)
      await queryClient.invalidateQueries({ queryKey: micrositeKey(id) })
    },
  })
}
