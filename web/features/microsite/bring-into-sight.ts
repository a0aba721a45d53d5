/** Frames in which a far line's place is looked at again. */
const LOOKS = 6

/**
 * Scrolls a list so that one of its lines stands in its upper third; the list alone, never the page. Lines that were
 * never drawn have a guessed height, so after a far jump it looks again.
 */
export function bringIntoSight(list: HTMLElement, line: Element, looks = LOOKS): void {
  const distance = line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3
  const near = Math.abs(distance) < list.clientHeight
  const smooth = near && !matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top: list.scrollTop + distance, behavior: smooth ? 'smooth' : 'instant' })
  if (!near && looks > 0) requestAnimationFrame(() => bringIntoSight(list, line, looks - 1))
}
