import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'

type CardPages = InfiniteData<{ microsites: MicrositeCard[]; next_cursor: string | null }, string | null>

const LISTS_KEY = ['microsites']

/** Where a list is kept in the query cache. */
export const cardListKey = (query: string): QueryKey => [...LISTS_KEY, query]

/**
 * Changes a card in every list that shows it, before the server has answered.
 * @returns a function that takes it back.
 */
export async function changeCard(
  queryClient: QueryClient,
  id: string,
  change: Partial<MicrositeCard>,
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: LISTS_KEY })
  const before = queryClient.getQueriesData<CardPages>({ queryKey: LISTS_KEY })
  queryClient.setQueriesData<CardPages>({ queryKey: LISTS_KEY }, (list) => list && changeIn(list, id, change))
  return () => before.forEach(([key, list]) => queryClient.setQueryData(key, list))
}

function changeIn(list: CardPages, id: string, change: Partial<MicrositeCard>): CardPages {
  const pages = list.pages.map((page) => ({
    ...page,
    microsites: page.microsites.map((card) => (card.id === id ? { ...card, ...change } : card)),
  }))
  return { ...list, pages }
}
