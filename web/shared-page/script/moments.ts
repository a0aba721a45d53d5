/** Tells the page's CSS whether the video is playing. */
export function showPlaying(video: HTMLVideoElement): void {
  for (const event of ['play', 'pause'])
    video.addEventListener(event, () => video.toggleAttribute('data-playing', !video.paused))
}

/**
 * Makes a click on a time play the video there and open the transcript at its line, without moving the rest of the
 * page; without this, the link navigates.
 */
export function leadToMoments(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-lines], a[data-ms]') : null
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    const [id = ''] = (link.dataset['lines'] ?? '').split(' ')
    const line = document.getElementById(id)
    const ms = link.dataset['ms']
    const video = document.querySelector('video')
    const plays = video !== null && ms !== undefined
    if (line === null && !plays) return
    event.preventDefault()
    if (plays) play(video, Number(ms))
    if (line !== null) lead(line, link)
  })
}

function lead(line: HTMLElement, { hash, search }: HTMLAnchorElement): void {
  history.pushState(null, '', hash || search)
  showLine(line, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')
}

/** URLs have whole seconds (`?t=812`): matches a line that begins within that second. */
const SECOND_MS = 1000

/**
 * Opens transcript and video at the timestamp in the URL; synchronously, so that it doesn't count as scrolling by
 * hand.
 */
export function openAtTimestamp(): void {
  const seconds = Number(new URLSearchParams(location.search).get('t') ?? 0)
  if (!(seconds > 0) || location.hash !== '') return
  const video = document.querySelector('video')
  if (video !== null && video.currentTime === 0) video.currentTime = seconds
  const line = lastLineBefore((seconds + 1) * SECOND_MS)
  if (line !== null) showLine(line, 'auto')
}

function lastLineBefore(ms: number): HTMLElement | null {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-transcript] [data-start]')]
  return lines.findLast(({ dataset }) => Number(dataset['start']) < ms) ?? lines[0] ?? null
}

function play(video: HTMLVideoElement, ms: number): void {
  video.currentTime = ms / 1000
  // Rejected if the browser requires a click on the video itself; it is then cued at that time.
  video.play().catch(() => undefined)
}

/** Marks the line, scrolls it into view and focuses it, so that keyboard navigation continues from it. */
function showLine(line: HTMLElement, behavior: ScrollBehavior): void {
  const box = line.closest<HTMLElement>('[data-transcript]')
  if (box === null) return
  for (const other of box.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current')
  line.setAttribute('aria-current', 'true')
  const offset = line.getBoundingClientRect().top - box.getBoundingClientRect().top
  box.scrollTo({ top: box.scrollTop + offset - box.clientHeight / 3, behavior })
  if (!isInSight(box)) box.scrollIntoView({ block: 'center', behavior })
  line.focus({ preventScroll: true })
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
