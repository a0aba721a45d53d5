import { useLayoutEffect, useRef } from 'react'

/**
 * Brings the focus back to where it was when a dialog opened; one opened from a menu leads back to the menu's button.
 * @returns what the dialog does with the focus when it closes.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
  const origin = useRef<HTMLElement | null>(null)
  // Before the menu that was chosen from is gone.
  useLayoutEffect(() => {
    if (open) origin.current = originOf(document.activeElement)
  }, [open])
  return (event) => {
    event.preventDefault()
    origin.current?.focus()
  }
}

function originOf(element: Element | null): HTMLElement | null {
  const buttonId = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const origin = typeof buttonId === 'string' ? document.getElementById(buttonId) : element
  return origin instanceof HTMLElement ? origin : null
}
