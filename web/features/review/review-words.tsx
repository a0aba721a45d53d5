import { MOST_EVIDENCE_LINES, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { momentLines } from '../../lib/segments.ts'
import { usePlayer } from '../microsite/read/player-context.tsx'
import { Recording } from '../microsite/read/recording.tsx'
import { SaidLines } from '../microsite/read/said-lines.tsx'
import type { ReviewItem } from './review-items.ts'

/** What was said, behind the current item, and the recording to play it in. */
export function ReviewWords({ microsite, item }: { microsite: Microsite; item: ReviewItem | undefined }) {
  const hasVideo = microsite.video_url !== null && microsite.video_ready
  return (
    <aside
      aria-label="What was said"
      className={`grid content-start gap-3 lg:sticky lg:top-0 lg:col-start-2 lg:row-start-1 lg:grid-cols-1 lg:self-start ${hasVideo ? 'grid-cols-[8rem_minmax(0,1fr)] sm:grid-cols-[12rem_minmax(0,1fr)]' : 'grid-cols-1'}`}
    >
      {hasVideo && <Recording microsite={microsite} />}
      <div
        className="h-18 overflow-y-auto text-15 lg:h-auto lg:max-h-80"
        tabIndex={0}
        role="region"
        aria-label="Lines of the call"
      >
        <Lines item={item} />
      </div>
      <KeyHints playing={hasVideo} />
    </aside>
  )
}

function Lines({ item }: { item: ReviewItem | undefined }) {
  const { segments } = usePlayer()
  if (item === undefined) return <p className="text-muted">That is all others read first.</p>
  if (item.part === 'title')
    return <p className="text-muted">The title stands for the whole call, not for a line of it.</p>
  const lines = item.moment === null ? [] : momentLines(item.moment, segments, MOST_EVIDENCE_LINES)
  if (lines.length === 0) return <p className="text-muted">This stands on no line of the call.</p>
  return <SaidLines lines={lines} />
}

const KEYS = [
  ['↑ ↓', 'move'],
  ['Enter', 'keep'],
  ['E', 'edit'],
  ['X', 'remove'],
  ['P', 'play'],
  ['U', 'undo'],
] as const

/** For whom has keys: a pointer that is fine is taken for a sign of them. */
function KeyHints({ playing }: { playing: boolean }) {
  return (
    <ul
      aria-label="Keys"
      className="hidden flex-wrap gap-x-4 gap-y-1 text-13 text-muted sm:pointer-fine:flex max-lg:col-span-full lg:mt-2"
    >
      {KEYS.filter(([key]) => playing || key !== 'P').map(([key, does]) => (
        <li key={key}>
          <kbd className="rounded-sm border border-line-strong px-1.5 py-0.5 font-sans text-ink">{key}</kbd> {does}
        </li>
      ))}
    </ul>
  )
}
