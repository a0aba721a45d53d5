import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../../lib/services.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { knownMicrosite, micrositeKey, refreshLists, storeMicrosite } from '../../library/use-microsite.ts'
import { applyEdit, undoOf, type OwnerEdit } from './owner-edit.ts'

/** Saves an edit and tells so in `done` words. @returns whether the server took it. */
export type SaveEdit = (edit: OwnerEdit, done: string) => Promise<boolean>

/** Saves an owner's edits: shown at once, taken back when the server refuses, with a toast to undo them. One after the other. */
export function useSaveEdit(id: string): SaveEdit {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { mutateAsync } = useMutation({
    scope: { id: `edit of ${id}` },
    mutationFn: (edit: OwnerEdit) =>
      api.request(MICROSITE_PATHS.one(id), micrositeSchema, { method: 'PATCH', body: edit }),
  })
  const send = async (edit: OwnerEdit, done: string, canUndo: boolean): Promise<boolean> => {
    await queryClient.cancelQueries({ queryKey: micrositeKey(id) })
    const before = knownMicrosite(queryClient, id)
    if (before) queryClient.setQueryData(micrositeKey(id), applyEdit(before, edit))
    try {
      const after = await mutateAsync(edit)
      storeMicrosite(queryClient, after)
      refreshLists(queryClient)
      const onUndo = before && canUndo ? () => void send(undoOf(before, edit, after), 'Undone.', false) : undefined
      toast({ text: done, ...(onUndo && { onUndo }) })
      return true
    } catch (error) {
      if (before) queryClient.setQueryData(micrositeKey(id), before)
      void queryClient.invalidateQueries({ queryKey: micrositeKey(id) })
      toast({
        text: error instanceof ApiError ? error.message : 'The change could not be saved. Please try again.',
        tone: 'danger',
      })
      return false
    }
  }
  return (edit, done) => send(edit, done, true)
}
