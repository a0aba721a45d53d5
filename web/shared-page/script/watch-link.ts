/** An open page stops within 5 s after its link has ended. */
const POLL_MS = 2000
const PATIENCE_MS = 2500

/** Answers that say so: the link asks for something, is revoked or deleted, has expired. */
export const ENDED = new Set([401, 404, 410])

/** Asks every so often whether the video may still be shown, and else stops it and loads the page again, which says why. */
export function watchLink(video: HTMLVideoElement): void {
  const address = video.src
  const poll = async () => {
    if (document.hidden && video.paused) return
    const reply = await fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => null)
    // Without an answer nothing is known of the link; the server stops the video by itself.
    if (reply !== null && ENDED.has(reply.status)) end()
  }
  const timer = setInterval(() => void poll(), POLL_MS)
  document.addEventListener('visibilitychange', () => void poll())
  const end = () => {
    clearInterval(timer)
    video.removeAttribute('src')
    video.load()
    location.reload()
  }
}
