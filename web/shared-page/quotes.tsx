import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { MomentLink } from './moment-link.tsx'
import type { LeadOf } from './read-content.ts'

/** What was said word for word, with the speaker after a dash. */
export function Quotes({ quotes, leadOf }: { quotes: OutlineItem[]; leadOf: LeadOf }) {
  return (
    <div className="grid grid-cols-1 gap-7 print:block print:space-y-5">
      {quotes.map(({ text, speaker, moment }, index) => (
        <figure key={index} dir="auto" className="grid grid-cols-1 gap-2.5 border-s-2 border-line-strong ps-5">
          <blockquote className="text-17 font-medium text-pretty break-words sm:text-21 sm:leading-8">
            “{text}”
          </blockquote>
          {(speaker !== null || moment !== null) && (
            <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-15 text-muted">
              {speaker !== null && <span className="min-w-0 break-words">— {speaker}</span>}
              {moment && <MomentLink moment={moment} speaker={null} leadOf={leadOf} />}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  )
}
