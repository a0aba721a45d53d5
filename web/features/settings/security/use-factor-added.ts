import { useToast } from '../../../ui/toaster.tsx'
import { useFactorsChanged } from './use-factors.ts'

/** What the dialogs that add a factor share. */
export interface AddFactorProps {
  open: boolean
  onClose: () => void
  /** Names of the factors that there are. */
  taken: readonly (string | undefined)[]
}

/** @returns what to call when a factor was added. */
export function useFactorAdded(onClose: () => void): () => void {
  const changed = useFactorsChanged()
  const toast = useToast()
  return () => {
    onClose()
    void changed()
    toast({ text: 'Two-step sign-in is on. Devices without it were signed out.' })
  }
}
