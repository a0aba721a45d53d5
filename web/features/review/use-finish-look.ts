import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../lib/services.tsx'
import type { OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { changeCard } from '../library/card-lists.ts'
import { storeMicrosite } from '../library/use-microsite.ts'

/** Saves what an owner decided, and that the page was looked through: in one request, so that a failure leaves all as it was. */
export function useFinishLook(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (edit: OwnerEdit) =>
      api.request(MICROSITE_PATHS.one(id), micrositeSchema, { method: 'PATCH', body: { ...edit, reviewed: true } }),
    onSuccess: async (microsite) => {
      const { title, reviewed_at } = microsite
      await changeCard(queryClient, id, { title, reviewed_at })
      storeMicrosite(queryClient, microsite)
    },
  })
}
