import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeRemovalSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { quoted } from '@callfolio/shared/format.ts'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { micrositeKey } from './use-microsite.ts'

/** Deletes a microsite with everything that belongs to it, says so and calls `onDeleted`. */
export function useDeleteMicrosite(onDeleted: () => void) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: Pick<Microsite, 'id' | 'title'>) =>
      api.request(MICROSITE_PATHS.one(id), micrositeRemovalSchema, { method: 'DELETE' }),
    onSuccess: async (_removal, { id, title }) => {
      toast({ text: `${quoted(title)} was deleted.` })
      onDeleted()
      queryClient.removeQueries({ queryKey: micrositeKey(id) })
      await Promise.all(
        [['microsites'], ['usage'], ['links'], ['tags']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
}
