/** What to bring into sight; not `drawn`: only its place is known so far, and that by a guess. */
interface Place {
  element: Element
  drawn: boolean
}

/** Frames in which a far line's place is checked again. */
const CHECKS = 20

/**
 * Scrolls a list so that one of its lines is in its upper third; only the list, never the page. A line that is
 * far away is drawn only when the list comes near it, so after a jump it checks again.
 * @returns what ends it, for when the reader wants to be elsewhere.
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
