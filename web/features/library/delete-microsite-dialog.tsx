import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MICROSITE_PATHS, micrositeRemovalSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { quoted } from '@callfolio/shared/format.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useServices } from '../../lib/services.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { micrositeKey } from './use-microsite.ts'

interface DeleteMicrositeDialogProps {
  microsite: Pick<Microsite, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before deleting a microsite, and says what is deleted with it. */
export function DeleteMicrositeDialog({ microsite, open, onOpenChange, onDeleted }: DeleteMicrositeDialogProps) {
  const removal = useDeleteMicrosite(() => {
    onOpenChange(false)
    onDeleted?.()
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete microsite"
      confirm="Delete microsite"
      busy={removal.isPending && 'Deleting...'}
      problem={removal.isError ? `Failed to delete microsite: ${removal.error.message}` : null}
      onConfirm={() => removal.mutate(microsite)}
    >
      <p>
        {quoted(microsite.title)} will be deleted with its video, transcript, summary and lists. Its shared links stop
        working.
      </p>
      <p>This can’t be undone.</p>
    </ConfirmDialog>
  )
}

/** Deletes a microsite with everything that belongs to it, shows a toast and calls `onDeleted`. */
function useDeleteMicrosite(onDeleted: () => void) {
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
