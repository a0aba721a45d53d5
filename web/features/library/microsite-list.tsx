import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from '../../ui/navigation.tsx'
import { Link } from '../../ui/link.tsx'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { POLL_INTERVAL_MS } from '@callfolio/shared/progress/poll.ts'
import { listPath, NO_FILTERS, readFilters, writeFilters, type ListFilters } from './list-filters.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { MicrositeCard } from './microsite-card.tsx'
import { useMediaQuery } from '../../lib/hooks.ts'
import { useServices } from '../../lib/services.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { cardListKey } from './use-change-card.ts'
import { SampleCallButton } from './sample-call-button.tsx'
import { refreshUsage } from './use-microsite.ts'

/** An estimate, with the gap below. px */
const CARD_HEIGHT = 376

/** The user's microsites, newest first unless sorted otherwise. */
export function MicrositeList() {
  const [filters, changeFilters] = useListFilters()
  const { data, isError, isPlaceholderData, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useMicrosites(filters)
  const columns = useColumns()
  const cards = data?.pages.flatMap(({ microsites }) => microsites)
  const narrowed = filters.q !== '' || filters.tag !== '' || filters.created !== ''
  return (
    <section aria-labelledby="recent" className="grid grid-cols-1 gap-6">
      <h2 id="recent" className="sr-only">
        Recent Microsites
      </h2>
      <ListToolbar filters={filters} onChange={changeFilters} />
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load microsites.</LoadError>}
      {cards === undefined && !isError && <ListSkeleton />}
      {cards?.length === 0 && (narrowed ? <NoMatches onClear={() => changeFilters(NO_FILTERS)} /> : <EmptyList />)}
      {cards && cards.length > 0 && (
        <div
          role="list"
          aria-busy={isPlaceholderData}
          className="grid grid-cols-1 gap-y-10 transition-opacity duration-150 aria-busy:opacity-60"
        >
          <LongList
            items={cards}
            itemHeight={CARD_HEIGHT / columns}
            className="grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3"
          >
            {(card, index) => (
              <MicrositeCard key={card.id} card={card} position={index + 1} total={hasNextPage ? -1 : cards.length} />
            )}
          </LongList>
        </div>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="justify-self-center"
        >
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </section>
  )
}

function useColumns(): number {
  const three = useMediaQuery('(min-width: 64rem)')
  const two = useMediaQuery('(min-width: 40rem)')
  return three ? 3 : two ? 2 : 1
}

/**
 * The signed-in user's microsites that match the filters, page by page; refetched every 3 s while one is being made.
 * The old list stays until the new filters' results arrive. Microsites that get ready update the usage.
 */
function useMicrosites(filters: ListFilters) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const queryKey = cardListKey(listPath(filters, null))
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.request(listPath(filters, pageParam), micrositeListSchema, { signal })
      const before = queryClient.getQueryData<InfiniteData<typeof page>>(queryKey)?.pages ?? []
      const unfinished = new Set(
        before.flatMap(({ microsites }) => microsites.filter(isUnfinished).map(({ id }) => id)),
      )
      if (page.microsites.some((card) => !isUnfinished(card) && unfinished.has(card.id))) refreshUsage(queryClient)
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const cards = state.data?.pages.flatMap(({ microsites }) => microsites) ?? []
      return cards.some(isUnfinished) ? POLL_INTERVAL_MS : false
    },
  })
}

/** Shown when there is no microsite. */
function EmptyList() {
  return (
    <div className="grid justify-items-start gap-5 rounded border border-dashed border-line-strong p-6 sm:p-10">
      <div className="grid max-w-[34rem] gap-1.5">
        <p className="text-17 font-semibold">Your microsites will appear here</p>
        <p className="text-15 text-muted">Upload a recorded call, or try a three-minute sample sales call.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/upload" className={buttonClass()}>
          Upload
        </Link>
        <SampleCallButton />
      </div>
    </div>
  )
}

/** Shown when no microsite matches the filters. */
function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-5 rounded border border-dashed border-line-strong p-6 sm:p-10"
    >
      <div className="grid gap-1.5">
        <p className="text-17 font-semibold">No microsites match</p>
        <p className="text-15 text-muted">Try other words or clear filters.</p>
      </div>
      <Button variant="secondary" onClick={onClear}>
        Clear search and filters
      </Button>
    </div>
  )
}

/** Placeholder cards in the size of the real ones. */
function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading microsites"
      className="grid animate-breathe gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3"
    >
      {[0, 1, 2].map((card) => (
        <div key={card} className="grid gap-3">
          <div className="aspect-video rounded bg-line" />
          <div className="h-4 w-3/4 rounded-sm bg-line" />
          <div className="h-3 w-1/2 rounded-sm bg-line" />
          <div className="h-8 w-2/3 rounded bg-line" />
        </div>
      ))}
    </div>
  )
}

/** The list's filters, stored in the URL so that reload and back restore them. */
function useListFilters(): [ListFilters, (change: Partial<ListFilters>) => void] {
  const [params, replaceParams] = useSearchParams()
  const change = useCallback(
    (filters: Partial<ListFilters>) => replaceParams((now) => writeFilters(now, { ...readFilters(now), ...filters })),
    [replaceParams],
  )
  return [readFilters(params), change]
}
