const LOOK_MS = 1000
/** A breakout room or a reconnection replaces the page's controls for less than this. ms */
const LEFT_MS = 8000

export interface WatchCallOptions {
  isInCall: () => boolean
  /** ms since 1970. */
  now: () => number
  onChange: (hasLeft: boolean) => void
}

/** Reports when the page leaves its call, and when it is in one again. @returns a function that stops it. */
export function watchCall({ isInCall, now, onChange }: WatchCallOptions): () => void {
  /** When it was last in a call; null: not since the last report. */
  let inCallAt: number | null = null
  let hasLeft = false
  const look = (): void => {
    if (isInCall()) {
      inCallAt = now()
      if (hasLeft) onChange((hasLeft = false))
    } else if (inCallAt !== null && now() - inCallAt >= LEFT_MS) {
      inCallAt = null
      onChange((hasLeft = true))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  look()
  return () => clearInterval(timer)
}
