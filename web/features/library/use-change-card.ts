import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { changeCard } from './card-lists.ts'
import { storeMicrosite } from './use-microsite.ts'

type CardFields = Partial<Pick<Microsite, 'title' | 'tags'>>

interface CardChange {
  id: string
  to: CardFields
  /** What it was; absent when the change itself takes one back. */
  from?: CardFields
}

/**
 * Gives a microsite another title or other tags: shown at once with a way to undo it, taken back when the server refuses.
 * @param texts what to tell of it: "Tags saved.", "Failed to save tags".
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
    // Links carry the title, tags their count.
    onSettled: () =>
      Promise.all([['microsites'], ['links'], ['tags']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return mutation
}
