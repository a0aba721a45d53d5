import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { MomentLink } from './moment-link.tsx'
import type { LeadOf } from './read-content.ts'

const MARKS = {
  point: 'mt-[11px] size-1.5 rounded-full bg-line-strong print:border-2 print:border-line-strong',
  todo: 'mt-[5px] size-[18px] rounded-sm border-[1.5px] border-line-strong',
} as const

interface PointsProps {
  items: OutlineItem[]
  mark: keyof typeof MARKS
  leadOf: LeadOf
}

/** Points or todos, each with the moment it comes from. */
export function Points({ items, mark, leadOf }: PointsProps) {
  return (
    <ul className="grid grid-cols-1 gap-4 print:block print:space-y-3">
      {items.map(({ text, speaker, moment }, index) => (
        <li key={index} dir="auto" className="flex gap-3.5">
          <span aria-hidden className={`shrink-0 ${MARKS[mark]}`} />
          <div className="grid min-w-0 flex-1 grid-cols-1 justify-items-start gap-1.5">
            <p className="text-17 text-pretty break-words">{text}</p>
            {moment && <MomentLink moment={moment} speaker={speaker} leadOf={leadOf} />}
          </div>
        </li>
      ))}
    </ul>
  )
}
