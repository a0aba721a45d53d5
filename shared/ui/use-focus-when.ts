import { useEffect, useRef, type RefObject } from 'react'

/** Focuses an element once `wanted` becomes true: the previously focused one is gone. */
export function useFocusWhen<Element extends HTMLElement>(wanted: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    if (wanted) element.current?.focus({ preventScroll: true })
  }, [wanted])
  return element
}
