import { useToast } from '../../../ui/toaster.tsx'
import { useFactorsChanged } from './use-factors.ts'

/** Shared by the dialogs that add a factor. */
export interface AddFactorProps {
  open: boolean
  onClose: () => void
  /** Names of the existing factors. */
  taken: readonly (string | undefined)[]
}

/** @returns a function to call after a factor was added. */
export function useFactorAdded(onClose: () => void): () => void {
  const changed = useFactorsChanged()
  const toast = useToast()
  return () => {
    onClose()
    void changed()
    toast({ text: 'Two-step sign-in is on. Devices without it were signed out.' })
  }
}
