import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { useToast } from '../../../ui/toaster.tsx'
import { applyEdit, getUndo, type OwnerEdit } from './owner-edit.ts'
import { useUnsaved } from './unsaved-guard.tsx'
import { useServices } from '../../../lib/services.tsx'
import { knownMicrosite, micrositeKey, refreshLists, storeMicrosite } from '../../library/use-microsite.ts'

/** A section being edited. */
export interface DraftState<Draft> {
  /** null: not being edited. */
  draft: Draft | null
  start: (draft: Draft) => void
  /** A stable function while the page is shown. */
  change: (make: (draft: Draft) => Draft) => void
  /** Ends editing; a changed draft can be restored from the toast. */
  cancel: () => void
  /** Ends editing and saves; a draft that the server rejects is reopened. */
  save: (edit: OwnerEdit, done: string) => Promise<void>
}

/** Holds an owner's edits of one section until they are saved or discarded. */
export function useDraft<Draft>(micrositeId: string): DraftState<Draft> {
  const [state, setState] = useState<{ draft: Draft; touched: boolean } | null>(null)
  const saveEdit = useSaveEdit(micrositeId)
  const toast = useToast()
  const change = useCallback(
    (make: (draft: Draft) => Draft) => setState((before) => before && { draft: make(before.draft), touched: true }),
    [],
  )
  useUnsaved(state?.touched ?? false)
  return {
    draft: state?.draft ?? null,
    start: (draft) => setState({ draft, touched: false }),
    change,
    cancel: () => {
      setState(null)
      if (state?.touched) toast({ text: 'Your changes were discarded.', tone: 'info', onUndo: () => setState(state) })
    },
    save: async (edit, done) => {
      setState(null)
      if (!(await saveEdit(edit, done))) setState(state)
    },
  }
}

/** Saves an edit and shows `done` in a toast. @returns whether the server accepted it. */
type SaveEdit = (edit: OwnerEdit, done: string) => Promise<boolean>

/**
 * Saves an owner's edits one at a time: shown at once, reverted when the server rejects them, with an undo in a
 * toast.
 */
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
      const onUndo = before && canUndo ? () => void send(getUndo(before, edit, after), 'Undone.', false) : undefined
      toast({ text: done, ...(onUndo && { onUndo }) })
      return true
    } catch (error) {
      if (before) queryClient.setQueryData(micrositeKey(id), before)
      void queryClient.invalidateQueries({ queryKey: micrositeKey(id) })
      toast({
        text: error instanceof ApiError ? error.message : 'We couldn’t save the change. Try again.',
        tone: 'danger',
      })
      return false
    }
  }
  return (edit, done) => send(edit, done, true)
}
