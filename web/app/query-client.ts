import { QueryClient } from '@tanstack/react-query'

/** The store of what the server said. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && !isRefusal(error) } },
  })
}

/** What the server refused it will refuse again. Told by the status alone: the error's class would bring the API's schemas to the landing page. */
function isRefusal(error: Error): boolean {
  return 'status' in error && typeof error.status === 'number' && error.status < 500
}
