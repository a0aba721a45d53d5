import { QueryClient } from '@tanstack/react-query'
import { isRefusal } from '@callfolio/shared/is-refusal.ts'

/** A page's query cache. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && !isRefusal(error) } },
  })
}
