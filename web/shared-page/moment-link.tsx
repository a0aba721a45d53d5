import type { Moment } from '@callfolio/shared/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import type { LeadOf } from './read-content.ts'

const LOOK =
  'inline-flex h-6 max-w-full items-center rounded-full border border-line px-2 align-middle text-13 text-muted tabular-nums print:border-0 print:px-0'

interface MomentLinkProps {
  moment: Moment
  /** Left out where the page names the speaker beside it. */
  speaker: string | null
  leadOf: LeadOf
}

/** When something was said, leading to its line of the transcript and to its place in the video. */
export function MomentLink({ moment, speaker, leadOf }: MomentLinkProps) {
  const clock = formatClock(moment.startMs)
  const said = <span className="truncate">{speaker === null ? clock : `${clock} · ${speaker}`}</span>
  const lead = leadOf(moment)
  if (lead === null) return <span className={LOOK}>{said}</span>
  const { href, lines, videoMs } = lead
  return (
    <a
      href={href}
      data-lines={lines.join(' ') || undefined}
      data-ms={videoMs ?? undefined}
      className={`${LOOK} bg-paper transition-colors duration-150 hover:border-accent hover:text-accent-text`}
    >
      {said}
      <span className="sr-only"> in the {lines.length === 0 ? 'video' : 'transcript'}</span>
    </a>
  )
}
