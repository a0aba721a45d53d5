import { Suspense, type ReactNode } from 'react'
import { loadConfirmBox } from './early-parts.ts'
import { latePart } from './late-part.tsx'
import { useEver } from './use-ever.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will be gone. */
  children: ReactNode
  /** Words of the button that does it, and while it does. */
  confirm: string
  busy: string | false
  /** Why it did not work. */
  problem: string | null
  onConfirm: () => void
}

const ConfirmBox = latePart(loadConfirmBox)

/** Asks before something that can't be undone; the safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(props.open)
  if (!useEver(props.open)) return null
  return (
    <Suspense>
      <ConfirmBox {...props} returnFocus={returnFocus} />
    </Suspense>
  )
}
