import { useEffect, useRef, type RefObject } from 'react'

/** Puts the focus on the first control of what just appeared at the reader's own request. `shown` names what is there. */
export function useFirstFocus<Element extends HTMLElement>(shown: unknown = null): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    const control = element.current?.querySelector<HTMLElement>('input, textarea')
    control?.focus()
  }, [shown])
  return element
}
