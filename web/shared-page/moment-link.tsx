import type { Moment } from '@callfolio/shared/microsite-outline.ts'
import { formatClock } from '../lib/format.ts'
import type { FindLines } from './read-content.ts'

const LOOK =
  'inline-flex h-6 max-w-full items-center rounded-full border border-line px-2 align-middle text-13 text-muted tabular-nums print:border-0 print:px-0'

interface MomentLinkProps {
  moment: Moment
  /** Left out where the page names the speaker beside it. */
  speaker: string | null
  lines: FindLines
}

/** When something was said, leading to its line of the transcript. */
export function MomentLink({ moment, speaker, lines }: MomentLinkProps) {
  const clock = formatClock(moment.startMs)
  const said = <span className="truncate">{speaker === null ? clock : `${clock} · ${speaker}`}</span>
  const ids = lines(moment)
  if (ids.length === 0) return <span className={LOOK}>{said}</span>
  return (
    <a
      href={`#${encodeURIComponent(ids[0] ?? '')}`}
      data-lines={ids.join(' ')}
      className={`${LOOK} bg-paper transition-colors duration-150 hover:border-accent hover:text-accent-text`}
    >
      {said}
      <span className="sr-only"> in the transcript</span>
    </a>
  )
}
