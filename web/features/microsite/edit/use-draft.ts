import { useCallback, useState } from 'react'
import { useToast } from '../../../ui/toaster.tsx'
import type { OwnerEdit } from './owner-edit.ts'
import { useUnsaved } from './unsaved-guard.tsx'
import { useSaveEdit } from './use-save-edit.ts'

/** A section while it is edited. */
export interface DraftState<Draft> {
  /** null: the section is being read. */
  draft: Draft | null
  start: (draft: Draft) => void
  /** The same function for as long as the page is shown. */
  change: (make: (draft: Draft) => Draft) => void
  /** Ends the editing; a draft that was changed can be had back from the toast. */
  cancel: () => void
  /** Ends the editing and saves; a draft that the server refuses is opened again. */
  save: (edit: OwnerEdit, done: string) => Promise<void>
}

/** Holds what an owner types in one section until it is saved or given up. */
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
