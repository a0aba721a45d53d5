import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { NO_FILTERS } from './list-filters.ts'
import { useMicrosites } from './use-microsites.ts'
import { EmptyList, NoMatches } from './empty-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { MicrositeCard } from './microsite-card.tsx'
import { useListFilters } from './use-list-filters.ts'

/** The user's microsites, newest first unless sorted otherwise. */
export function MicrositeList() {
  const [filters, changeFilters] = useListFilters()
  const { data, isError, isPlaceholderData, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useMicrosites(filters)
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
        <ul
          aria-busy={isPlaceholderData}
          className="grid grid-cols-1 gap-x-6 gap-y-10 transition-opacity duration-150 aria-busy:opacity-60 sm:grid-cols-2 lg:grid-cols-3"
        >
          {cards.map((card) => (
            <MicrositeCard key={card.id} card={card} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className={`justify-self-center ${buttonClass('secondary')}`}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
        </button>
      )}
    </section>
  )
}
