import { clockColumn } from '../../../lib/clock-column.ts'
import { usePlayer } from './player-context.tsx'
import { useTranscriptSearch } from './search-context.tsx'
import { TimelineLine } from './timeline-line.tsx'

const SHOWN = 4

/** The lines around the one being spoken. */
export function SpokenLines() {
  const { segments, currentLine, play } = usePlayer()
  const { marksOf } = useTranscriptSearch()
  const first = Math.max(0, Math.min(currentLine - 1, segments.length - SHOWN))
  const shown = segments.slice(first, first + SHOWN)
  return (
    <ol className={`grid content-start p-2 ${clockColumn(segments.at(-1)?.start_ms)}`}>
      {shown.map((segment, index) => (
        <li key={segment.id}>
          <TimelineLine
            segment={segment}
            current={first + index === currentLine}
            continued={shown[index - 1]?.speaker === segment.speaker}
            marks={marksOf(segment.id)}
            onPlay={play}
          />
        </li>
      ))}
    </ol>
  )
}
