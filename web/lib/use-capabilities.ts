import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'

/** The query of what this server can do. Its schemas come with the answer: a public page is there before them. */
export const CAPABILITIES = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async () => (await import('./public-api.ts')).readCapabilities(),
  staleTime: 300_000,
})

/** What this server can do; undefined until it is known. Asked only once `enabled`. */
export function useCapabilities(enabled = true): Capabilities | undefined {
  return useQuery({ ...CAPABILITIES, enabled }).data
}
