import type { Moment } from '@callfolio/shared/microsite-outline.ts'
import { CopyMoment } from './copy-moment.tsx'
import { MomentChip } from './moment-chip.tsx'

/** The moment behind an entry, and the way to pass its address on. They stay on one line. */
export function MomentWithLink({ moment, speaker }: { moment: Moment; speaker: string | null }) {
  return (
    <span className="inline-flex max-w-full align-middle">
      <MomentChip moment={moment} speaker={speaker} />
      <CopyMoment ms={moment.startMs} />
    </span>
  )
}
