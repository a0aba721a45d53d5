import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { readCapabilities } from './public-api.ts'

/** The query of the server's capabilities. */
export const CAPABILITIES = queryOptions({
  queryKey: ['capabilities'],
  queryFn: readCapabilities,
  staleTime: 300_000,
})

/** The server's capabilities; undefined until known. Requested only once `enabled`. */
export function useCapabilities(enabled = true): Capabilities | undefined {
  return useQuery({ ...CAPABILITIES, enabled }).data
}
