/** An open page stops within 5 s after its link has expired or been revoked. */
const POLL_MS = 2000
const PATIENCE_MS = 2500

/** Answers that mean so: the link has new requirements, is revoked or deleted, or has expired. */
export const ENDED = new Set([401, 404, 410])

/** Polls whether the video may still be shown; if not, stops it and reloads the page, which shows why. */
export function watchLink(video: HTMLVideoElement): void {
  const address = video.src
  const poll = async () => {
    if (document.hidden && video.paused) return
    const reply = await fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => null)
    // Without an answer the link's state is unknown; the server stops the video anyway.
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
