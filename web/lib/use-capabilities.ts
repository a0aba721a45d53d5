import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'

/** The query of the server's capabilities. Its schemas load with the answer: a public page renders before them. */
export const CAPABILITIES = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async () => (await import('./public-api.ts')).readCapabilities(),
  staleTime: 300_000,
})

/** The server's capabilities; undefined until known. Requested only once `enabled`. */
export function useCapabilities(enabled = true): Capabilities | undefined {
  return useQuery({ ...CAPABILITIES, enabled }).data
}
