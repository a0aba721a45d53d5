import type { Chapter } from '@callfolio/shared/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { clockColumn } from '../../../lib/clock-column.ts'
import { usePlayer } from './player-context.tsx'

/** The course of the call as a quiet outline; a click plays where a part begins. */
export function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  const { play } = usePlayer()
  if (chapters.length === 0) return null
  return (
    <nav aria-label="Chapters">
      <ol className={`-mx-2 grid grid-cols-1 ${clockColumn(chapters.at(-1)?.moment.startMs)}`}>
        {chapters.map(({ text, moment: { startMs } }) => (
          <li key={startMs}>
            <button
              type="button"
              onClick={() => play(startMs)}
              className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-left text-15 transition-colors duration-150 hover:bg-surface hover:text-accent-text"
            >
              <span className="w-[var(--clock,3rem)] shrink-0 text-13 text-muted tabular-nums">
                {formatClock(startMs)}
              </span>
              <span className="min-w-0 break-words">{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
