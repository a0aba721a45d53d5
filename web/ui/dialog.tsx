import { useLayoutEffect, useRef } from 'react'
import { lazyPart, loadOverlays, useEver } from './lazy-part.tsx'
import type { ConfirmDialogProps, DialogProps } from './overlays.tsx'

const DialogBox = lazyPart(async () => (await loadOverlays()).DialogBox)
const ConfirmBox = lazyPart(async () => (await loadOverlays()).ConfirmBox)

/** A modal dialog: focus stays inside and is restored afterwards; Escape and a click outside close it. */
export function Dialog(props: DialogProps) {
  const returnFocus = useReturnFocus(props.open)
  return useEver(props.open) ? <DialogBox {...props} returnFocus={returnFocus} /> : null
}

/** Asks for confirmation of something that can't be undone; the safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnFocus(props.open)
  return useEver(props.open) ? <ConfirmBox {...props} returnFocus={returnFocus} /> : null
}

/**
 * Restores the focus to where it was when a dialog opened; for one opened from a menu, to the menu's button.
 * @returns the dialog's close-focus handler.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const origin = useRef<HTMLElement | null>(null)
  // Before the menu it was chosen from disappears.
  useLayoutEffect(() => {
    if (open) origin.current = getOrigin(document.activeElement)
  }, [open])
  return (event) => {
    event.preventDefault()
    origin.current?.focus()
  }
}

function getOrigin(element: Element | null): HTMLElement | null {
  const buttonId = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const origin = typeof buttonId === 'string' ? document.getElementById(buttonId) : element
  return origin instanceof HTMLElement ? origin : null
}
