import { useQuery } from '@tanstack/react-query'
import { CAPABILITIES_PATH, capabilitiesSchema } from '@callfolio/shared/contract/capabilities.ts'
import { useServices } from '../services.tsx'

/** What the server can do; for the estimate. */
export function useCapabilities() {
  const { account } = useServices()
  return useQuery({
    queryKey: ['capabilities'],
    queryFn: ({ signal }) => account.api.request(CAPABILITIES_PATH, capabilitiesSchema, { signal }),
    staleTime: Infinity,
  })
}
