import { useQuery } from '@tanstack/react-query'
import { CAPABILITIES_PATH, capabilitiesSchema } from '@callfolio/shared/contract/capabilities.ts'
import { useServices } from '../services.tsx'

export const CAPABILITIES_KEY = ['capabilities']

/** The server's capabilities; for the estimate. */
export function useCapabilities() {
  const { account } = useServices()
  return useQuery({
    queryKey: CAPABILITIES_KEY,
    queryFn: ({ signal }) => account.api.request(CAPABILITIES_PATH, capabilitiesSchema, { signal }),
    staleTime: Infinity,
  })
}
