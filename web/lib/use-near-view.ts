import { useCallback, useState, type RefCallback } from 'react'

/** Comes near a screen's height before it is seen. */
const MARGIN = '600px'

/** @returns a ref for an element, and whether it has been in sight or close to it: time to load what it needs. */
export function useNearView(): [RefCallback<Element>, boolean] {
  const [near, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, near]
}
