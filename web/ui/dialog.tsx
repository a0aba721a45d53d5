import { Suspense, type ReactNode } from 'react'
import { loadDialogBox } from './early-parts.ts'
import { latePart } from './late-part.tsx'
import { useEver } from './use-ever.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  /** `middle`: for a text to read or write; `wide`: for what stands side by side. */
  size?: 'normal' | 'middle' | 'wide'
  children: ReactNode
}

const DialogBox = latePart(loadDialogBox)

/** A modal dialog: focus stays inside and comes back after it; Escape and a click beside it close it. */
export function Dialog(props: DialogProps) {
  const returnFocus = useReturnFocus(props.open)
  if (!useEver(props.open)) return null
  return (
    <Suspense>
      <DialogBox {...props} returnFocus={returnFocus} />
    </Suspense>
  )
}
