import { useQuery, type QueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { POLL_INTERVAL_MS } from '@callfolio/shared/poll.ts'
import { useServices } from '../../lib/services.tsx'

/** Where one microsite is kept in the query cache. */
export const micrositeKey = (id: string) => ['microsite', id]

/** One microsite of the signed-in user; read again while its recap or its redacted recording is made, or a better transcript is to come. */
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

/** One that is begun with an upload, asked for until it is there. @param begun false: it can't be there yet. */
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

/** What is known of a microsite without asking. */
export function knownMicrosite(queryClient: QueryClient, id: string): Microsite | undefined {
  return queryClient.getQueryData(micrositeKey(id))
}

/** Puts what polling brought where every screen reads it; the lists that count it are read again once it is done. */
export function storeMicrosite(queryClient: QueryClient, microsite: Microsite): void {
  queryClient.setQueryData(micrositeKey(microsite.id), microsite)
  if (microsite.status === 'active' || microsite.status === 'failed') refreshLists(queryClient)
}

/** Has the list and the usage read again. */
export function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['microsites'] })
  refreshUsage(queryClient)
}

/** Has the usage read again. */
export function refreshUsage(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['usage'] })
}
