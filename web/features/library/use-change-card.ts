import { useMutation, useQueryClient, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  MICROSITE_PATHS,
  micrositeSchema,
  type Microsite,
  type MicrositeCard,
} from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { storeMicrosite } from './use-microsite.ts'

type CardFields = Partial<Pick<Microsite, 'title' | 'tags'>>

interface CardChange {
  id: string
  to: CardFields
  /** The previous value; absent when the change is itself an undo. */
  from?: CardFields
}

/**
 * Changes a microsite's title or tags: shown at once with an undo, reverted when the server rejects it.
 * @param texts messages about it: "Tags saved.", "Failed to save tags".
 */
export function useChangeCard(texts: { done: string; failed: string }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const mutation = useMutation({
    mutationFn: ({ id, to }: CardChange) =>
      api.request(MICROSITE_PATHS.one(id), micrositeSchema, { method: 'PATCH', body: to }),
    onMutate: ({ id, to }) => changeCard(queryClient, id, to),
    onSuccess: (microsite, { id, from }) => {
      storeMicrosite(queryClient, microsite)
      toast(from ? { text: texts.done, onUndo: () => mutation.mutate({ id, to: from }) } : { text: 'Undone.' })
    },
    onError: ({ message }, _change, takeBack) => {
      takeBack?.()
      toast({ tone: 'danger', text: `${texts.failed}: ${message}` })
    },
    // Links contain the title, tags their count.
    onSettled: () =>
      Promise.all([['microsites'], ['links'], ['tags']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return mutation
}

type CardPages = InfiniteData<{ microsites: MicrositeCard[]; next_cursor: string | null }, string | null>

const LISTS_KEY = ['microsites']

/** Query cache key of the lists. */
export const cardListKey = (query: string): QueryKey => [...LISTS_KEY, query]

/**
 * Updates a card in every list that shows it, before the server has answered.
 * @returns a function that reverts it.
 */
async function changeCard(queryClient: QueryClient, id: string, change: Partial<MicrositeCard>): Promise<() => void> {
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
