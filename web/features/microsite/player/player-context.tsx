import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { segmentIndexAt } from '../../../lib/segments.ts'

/** The recording's clock, shared by the video, the transcript and every time chip. */
export interface Player {
  segments: readonly Segment[]
  videoRef: RefObject<HTMLVideoElement | null>
  /** Initial position in the recording (ms). */
  startMs: number
  /** Index of the line being spoken; -1 before the first. */
  currentLine: number
  /** Plays from this time (ms); without a video it only marks the line. */
  play: (ms: number) => void
  /** Reports the video's position (ms). */
  follow: (ms: number) => void
}

const PlayerContext = createContext<Player | null>(null)

interface PlayerProviderProps {
  segments: readonly Segment[]
  /** Initial position in the recording. */
  startMs: number
  children: ReactNode
}

export function PlayerProvider({ segments, startMs, children }: PlayerProviderProps) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [currentLine, setCurrentLine] = useState(() => (startMs > 0 ? segmentIndexAt(segments, startMs) : -1))
  const follow = useCallback((ms: number) => setCurrentLine(segmentIndexAt(segments, ms)), [segments])
  const play = useCallback(
    (ms: number) => {
      follow(ms)
      const video = videoRef.current
      if (video === null) return
      video.currentTime = ms / 1000
      // Rejected if the browser requires a click on the video itself; it is then cued at that time.
      video.play().catch(() => undefined)
    },
    [follow],
  )
  const player = useMemo(
    () => ({ segments, videoRef, startMs, currentLine, play, follow }),
    [segments, startMs, currentLine, play, follow],
  )
  return <PlayerContext value={player}>{children}</PlayerContext>
}

/** The enclosing microsite's player. Throws outside its provider. */
export function usePlayer(): Player {
  const player = use(PlayerContext)
  if (player === null) throw new Error('usePlayer must be used within a PlayerProvider')
  return player
}
