import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'

/** Lines of the call, with their times and speakers. */
export function SaidLines({ lines }: { lines: readonly Segment[] }) {
  return (
    <ul aria-label="What was said" className="grid gap-2">
      {lines.map((line) => (
        <li key={line.id}>
          <span className="block text-13 text-muted tabular-nums">
            {formatClock(line.start_ms)}
            {line.speaker !== null && ` · ${line.speaker}`}
          </span>
          <span dir="auto" className="block wrap-anywhere">
            {line.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
