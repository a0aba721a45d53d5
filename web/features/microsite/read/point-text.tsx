import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { UnprovenNote } from '../../../ui/unproven-note.tsx'
import { MomentWithLink } from './moment-with-link.tsx'

/** An entry's words with the moment behind them; the chip stays on the line of the last word where it fits. */
export function PointText({
  item: { text, speaker, moment, unproven = [] },
  done = false,
}: {
  item: OutlineItem
  done?: boolean
}) {
  return (
    <p
      className={`min-w-0 text-17 text-pretty break-words ${done ? 'text-muted line-through decoration-line-strong' : ''}`}
    >
      {text}
      {moment && (
        <>
          {' '}
          <MomentWithLink moment={moment} speaker={speaker} />
        </>
      )}
      {unproven.length > 0 && <UnprovenNote parts={unproven} />}
    </p>
  )
}
