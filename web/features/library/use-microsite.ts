import { useQuery, type QueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { POLL_INTERVAL_MS } from '@callfolio/shared/progress/poll.ts'
import { useServices } from '../../lib/services.tsx'

/** Query cache key of one microsite. */
export const micrositeKey = (id: string) => ['microsite', id]

/**
 * One microsite of the signed-in user; refetched while its recap or redacted recording is being made, or a better
 * transcript is expected.
 */
export function useMicrosite(id: string, enabled = true) {
  const { api } = useServices()
  return useQuery({
    queryKey: micrositeKey(id),
    queryFn: ({ signal }) => api.request(MICROSITE_PATHS.one(id), micrositeSchema, { signal }),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.analysing === undefined &&
      state.data?.until_model === undefined &&
      state.data?.redacting !== 'working'
        ? false
        : POLL_INTERVAL_MS,
  })
}

/** A microsite begun with an upload, polled until it exists. @param begun false: it can't exist yet. */
export function useBegunMicrosite(id: string, begun: boolean) {
  const { api } = useServices()
  return useQuery({
    queryKey: micrositeKey(id),
    queryFn: ({ signal }) => api.request(MICROSITE_PATHS.one(id), micrositeSchema, { signal }),
    enabled: begun,
    retry: false,
    refetchInterval: ({ state }) => (state.data === undefined ? POLL_INTERVAL_MS : false),
  })
}

/** A microsite's cached data, without a request. */
export function knownMicrosite(queryClient: QueryClient, id: string): Microsite | undefined {
  return queryClient.getQueryData(micrositeKey(id))
}

/** Puts polled data where every screen reads it; lists with it are refetched when it is done. */
export function storeMicrosite(queryClient: QueryClient, microsite: Microsite): void {
  queryClient.setQueryData(micrositeKey(microsite.id), microsite)
  if (microsite.status === 'active' || microsite.status === 'failed') refreshLists(queryClient)
}

/** Refetches the list and the usage. */
export function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['microsites'] })
  refreshUsage(queryClient)
}

/** Refetches the usage. */
export function refreshUsage(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['usage'] })
}
