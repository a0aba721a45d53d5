const LOOK_MS = 1000
/** A breakout room or a reconnection replaces the page's controls for less than this. ms */
const LEFT_MS = 8000

export interface WatchCallOptions {
  isInCall: () => boolean
  /** ms since 1970. */
  now: () => number
  onChange: (isInCall: boolean) => void
  /** Called with every look in a call. */
  onLook: () => void
}

/** Reports when the page enters and leaves a call. @returns a function that stops it. */
export function watchCall({ isInCall, now, onChange, onLook }: WatchCallOptions): () => void {
  /** When it was last in a call; null: it is in none. */
  let inCallAt: number | null = null
  const look = (): void => {
    if (isInCall()) {
      const isNew = inCallAt === null
      inCallAt = now()
      if (isNew) onChange(true)
      onLook()
    } else if (inCallAt !== null && now() - inCallAt >= LEFT_MS) {
      inCallAt = null
      onChange(false)
    }
  }
  const timer = setInterval(look, LOOK_MS)
  look()
  return () => clearInterval(timer)
}
