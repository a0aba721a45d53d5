import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { textRuns } from '../lib/segments.ts'
import { lineId } from './read-content.ts'

interface TranscriptLineProps {
  segment: Segment
  /** The same person spoke the line above, so the name is only read out. */
  continued: boolean
  /** The page was opened at this line. */
  current: boolean
}

/** One timed line; an address can lead to it, and the script shows its text beside the times that do. */
export function TranscriptLine({ segment, continued, current }: TranscriptLineProps) {
  const clock = formatClock(segment.start_ms)
  return (
    <li
      id={lineId(segment.id)}
      tabIndex={-1}
      aria-current={current || undefined}
      data-head={segment.speaker === null ? clock : `${clock} · ${segment.speaker}`}
      className="grid scroll-my-24 grid-cols-[var(--clock,3.25rem)_minmax(0,1fr)] rounded-sm px-2 py-1.5 -outline-offset-2 target:bg-accent-soft aria-[current=true]:bg-accent-soft print:px-0"
    >
      <span className="text-13 leading-[1.375rem] text-muted tabular-nums">{clock}</span>
      <div dir="auto" className="min-w-0 break-words">
        {segment.speaker !== null && (
          <span className={continued ? 'sr-only' : 'block text-13 font-medium'}>{segment.speaker} </span>
        )}
        <span data-said>
          {textRuns(segment).map(({ text, doubtful }, index) =>
            doubtful ? (
              <span key={index} className="text-muted italic">
                {text}{' '}
              </span>
            ) : (
              `${text} `
            ),
          )}
        </span>
      </div>
    </li>
  )
}
