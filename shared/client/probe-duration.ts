const PROBE_TIMEOUT_MS = 10_000

/** Duration of a video file in seconds as the browser reads it; null if unknown (unknown format, recorder WebM). */
export function probeDuration(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), PROBE_TIMEOUT_MS)
    const finish = (seconds: number | null) => {
      clearTimeout(timer)
      resolve(seconds)
    }
    video.preload = 'metadata'
    video.onloadedmetadata = () => finish(Number.isFinite(video.duration) ? video.duration : null)
    video.onerror = () => finish(null)
    video.src = url
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
