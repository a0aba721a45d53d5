import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { MomentWithLink } from './moment-with-link.tsx'

/** What was said word for word, with the speaker after a dash. */
export function QuoteList({ quotes }: { quotes: OutlineItem[] }) {
  return (
    <div className="grid grid-cols-1 gap-7">
      {quotes.map(({ text, speaker, moment }, index) => (
        <figure key={index} dir="auto" className="grid grid-cols-1 gap-2.5 border-s-2 border-line-strong ps-5">
          <blockquote className="text-17 font-medium text-pretty break-words sm:text-21 sm:leading-8">
            “{text}”
          </blockquote>
          {(speaker !== null || moment !== null) && (
            <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-15 text-muted">
              {speaker !== null && <span>— {speaker}</span>}
              {moment && <MomentWithLink moment={moment} speaker={null} />}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  )
}
