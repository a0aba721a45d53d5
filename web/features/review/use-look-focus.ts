import { useEffect, type RefObject } from 'react'
import type { LookState } from './look-state.ts'

/** Puts the focus where the keys are wanted: on the text that is written, else on the current item's Keep, behind the last on the way on. */
export function useLookFocus(screen: RefObject<HTMLElement | null>, { current, draft, items }: LookState): void {
  const writing = draft !== null
  useEffect(() => {
    const place = screen.current?.querySelector(current < items.length ? `[data-look="${current}"]` : '[data-look-end]')
    const control = place?.querySelector<HTMLElement>(writing ? 'textarea' : 'button[data-first]')
    // What was just clicked in there keeps it.
    if (!control || (!writing && place?.contains(document.activeElement) === true)) return
    control.focus()
    if (control instanceof HTMLTextAreaElement) control.setSelectionRange(control.value.length, control.value.length)
    place?.scrollIntoView({ block: 'nearest' })
  }, [screen, current, writing, items.length])
}
