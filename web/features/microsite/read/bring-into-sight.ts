/** The target to scroll to; not `drawn`: only its estimated position is known so far. */
interface Place {
  element: Element
  drawn: boolean
}

/** Frames in which a distant line's position is checked again. */
const CHECKS = 20

/**
 * Scrolls a list so that one of its lines is in its upper third; only the list, never the page. A distant line is
 * rendered only when the list gets near it, so its position is checked again after the jump.
 * @returns a function that stops it, for when the reader scrolls elsewhere.
 */
export function bringIntoSight(list: HTMLElement, find: () => Place | null): () => void {
  let frame = 0
  const check = (checks: number) => {
    const place = find()
    if (place === null) return
    const distance =
      place.element.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3
    const near = place.drawn && Math.abs(distance) < list.clientHeight
    const smooth = near && !matchMedia('(prefers-reduced-motion: reduce)').matches
    list.scrollTo({ top: list.scrollTop + distance, behavior: smooth ? 'smooth' : 'instant' })
    if (!near && checks > 0) frame = requestAnimationFrame(() => check(checks - 1))
  }
  check(CHECKS)
  return () => cancelAnimationFrame(frame)
}
