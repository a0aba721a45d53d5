import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/microsite-status.ts'
import { POLL_INTERVAL_MS } from '@callfolio/shared/poll.ts'
import { useServices } from '../../lib/services.tsx'
import { cardListKey } from './card-lists.ts'
import { listPath, type ListFilters } from './list-filters.ts'

/**
 * The signed-in user's microsites that pass the filters, page by page; read again every 3 s while one is being made.
 * Other filters leave the old list standing until theirs is there.
 */
export function useMicrosites(filters: ListFilters) {
  const { api } = useServices()
  return useInfiniteQuery({
    queryKey: cardListKey(listPath(filters, null)),
    queryFn: ({ pageParam, signal }) => api.request(listPath(filters, pageParam), micrositeListSchema, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const cards = state.data?.pages.flatMap(({ microsites }) => microsites) ?? []
      return cards.some(isUnfinished) ? POLL_INTERVAL_MS : false
    },
  })
}
