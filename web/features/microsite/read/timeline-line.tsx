import { memo } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { LineText } from './line-text.tsx'
import type { LineMarks } from './search-context.tsx'

interface TimelineLineProps {
  segment: Segment
  current: boolean
  /** The same person spoke the line above, so the name is only for screen readers. */
  continued: boolean
  marks: LineMarks | undefined
  onPlay: (ms: number) => void
}

/** One timed line; a click plays it. */
export const TimelineLine = memo(function TimelineLine({
  segment,
  current,
  continued,
  marks,
  onPlay,
}: TimelineLineProps) {
  return (
    <button
      type="button"
      onClick={() => onPlay(segment.start_ms)}
      aria-current={current ? 'true' : undefined}
      className={`grid w-full grid-cols-[var(--clock,3.25rem)_minmax(0,1fr)] rounded-sm px-2 py-1.5 text-left text-15 transition-colors duration-150 -outline-offset-2 ${
        current ? 'bg-accent-soft' : 'hover:bg-surface'
      }`}
    >
      <span className={`text-13 leading-[1.375rem] tabular-nums ${current ? 'text-accent-text' : 'text-muted'}`}>
        {formatClock(segment.start_ms)}
      </span>
      <span className="min-w-0 break-words">
        {segment.speaker !== null && (
          <span className={continued ? 'sr-only' : 'block text-13 font-medium'}>{segment.speaker} </span>
        )}
        <span dir="auto" className="block">
          <LineText segment={segment} marks={marks} />
        </span>
      </span>
    </button>
  )
})
