import { useQuery } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { POLL_INTERVAL_MS } from '@callfolio/shared/progress/poll.ts'
import { useServices } from '../services.tsx'

export const RECENT_KEY = ['microsites', 'recent']

/** The newest microsites; polled every 3 s while one is being made. */
export function useRecent(count: number) {
  const { account } = useServices()
  return useQuery({
    queryKey: [...RECENT_KEY, count],
    queryFn: async ({ signal }) =>
      (await account.api.request(`${MICROSITE_PATHS.list}?limit=${count}`, micrositeListSchema, { signal })).microsites,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_INTERVAL_MS : false),
  })
}
