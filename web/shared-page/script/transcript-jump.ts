/** Makes a click on a time open the transcript at its line without moving the rest of the page; without it, the link does. */
export function openTranscriptOnClick(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-lines]') : null
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    const line = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    const box = line?.closest<HTMLElement>('[data-transcript]')
    if (!line || !box) return
    event.preventDefault()
    history.pushState(null, '', link.hash)
    showLine(box, line)
  })
}

/** Marks the line, brings it into sight and moves the focus there, so that a keyboard goes on from it. */
function showLine(box: HTMLElement, line: HTMLElement): void {
  for (const other of box.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current')
  line.setAttribute('aria-current', 'true')
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  const offset = line.getBoundingClientRect().top - box.getBoundingClientRect().top
  box.scrollTo({ top: box.scrollTop + offset - box.clientHeight / 3, behavior })
  if (!isInSight(box)) box.scrollIntoView({ block: 'center', behavior })
  line.focus({ preventScroll: true })
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
