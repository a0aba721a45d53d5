import { Play } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import type { Moment } from '@callfolio/shared/page/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { momentLines } from '../../../lib/segments.ts'
import { usePlayer } from './player-context.tsx'
import { CopyMoment } from './copy-moment.tsx'

const MAX_LINES = 3

const LOOKS = {
  /** After an entry of its own. */
  chip: 'rounded-full bg-surface px-2',
  /** Within running text: only the time, as discreet as a footnote. */
  note: 'rounded-sm px-1',
} as const

interface MomentChipProps {
  moment: Moment
  /** Left out where the page names the speaker next to the chip. */
  speaker: string | null
  look?: keyof typeof LOOKS
}

/** A timestamp: shows the line on hover and focus, plays it on click. */
export function MomentChip({ moment, speaker, look = 'chip' }: MomentChipProps) {
  const { play } = usePlayer()
  const clock = formatClock(moment.startMs)
  const named = speaker === null ? clock : `${clock} · ${speaker}`
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        type="button"
        onClick={() => play(moment.startMs)}
        aria-label={`Play ${named}`}
        className={`inline-flex h-6 max-w-[min(16rem,100%)] items-center gap-1 align-middle text-13 text-muted tabular-nums transition-colors duration-150 hover:bg-accent-soft hover:text-accent-text focus-visible:text-accent-text ${LOOKS[look]}`}
      >
        <Play size={9} aria-hidden className="shrink-0 fill-current" />
        <span className="truncate">{look === 'note' ? clock : named}</span>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <ChipLines moment={moment} />
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** The lines of a chip; looked up only on hover or focus. */
function ChipLines({ moment }: { moment: Moment }) {
  const { segments } = usePlayer()
  const lines = momentLines(moment, segments, MAX_LINES)
  if (lines.length === 0) return null
  return (
    <Tooltip.Content
      sideOffset={6}
      collisionPadding={12}
      className="z-60 grid max-w-[min(24rem,calc(100vw-1.5rem))] animate-appear gap-2 rounded bg-raised px-4 py-3 text-15 text-ink shadow-menu"
    >
      {lines.map((line) => (
        <p key={line.id}>
          <span className="block text-13 text-muted tabular-nums">
            {formatClock(line.start_ms)}
            {line.speaker !== null && ` · ${line.speaker}`}
          </span>
          <span dir="auto" className="block break-words">
            {line.text}
          </span>
        </p>
      ))}
    </Tooltip.Content>
  )
}

/** An entry's timestamp with the button to copy its link. They stay on one line. */
export function MomentWithLink({ moment, speaker }: { moment: Moment; speaker: string | null }) {
  return (
    <span className="inline-flex max-w-full align-middle">
      <MomentChip moment={moment} speaker={speaker} />
      <CopyMoment ms={moment.startMs} />
    </span>
  )
}
