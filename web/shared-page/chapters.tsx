import type { Chapter } from '@callfolio/shared/page/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { clockColumn } from '../lib/clock-column.ts'
import type { LeadOf } from './read-content.ts'
import { useCallLanguage, useWords } from './words.ts'

const ROW = 'flex items-baseline gap-3 rounded-sm px-2 py-1 text-15'

/** The call's chapters as a low-key list; each heading links to where its part begins. */
export function Chapters({ chapters, getLead }: { chapters: readonly Chapter[]; getLead: LeadOf }) {
  const { words } = useWords()
  const lang = useCallLanguage()
  if (chapters.length === 0) return null
  return (
    <nav
      aria-label={words.chapters}
      className="-mx-2 lg:max-h-42 lg:shrink-0 lg:overflow-y-auto print:mx-0 print:mb-4 print:max-h-none print:overflow-visible"
    >
      <ol lang={lang} className={clockColumn(chapters.at(-1)?.moment.startMs)}>
        {chapters.map((chapter, index) => (
          <li key={index}>
            <Row {...chapter} getLead={getLead} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Row({ text, moment, getLead }: Chapter & { getLead: LeadOf }) {
  const lead = getLead(moment)
  const said = (
    <>
      <span className="w-[var(--clock,3rem)] shrink-0 text-13 text-muted tabular-nums">
        {formatClock(moment.startMs)}
      </span>{' '}
      <span dir="auto" className="min-w-0 break-words">
        {text}
      </span>
    </>
  )
  if (lead === null) return <span className={ROW}>{said}</span>
  const { href, lines, videoMs } = lead
  return (
    <a
      href={href}
      data-lines={lines.join(' ') || undefined}
      data-ms={videoMs ?? undefined}
      className={`${ROW} -outline-offset-2 transition-colors duration-150 hover:bg-surface hover:text-accent-text`}
    >
      {said}
    </a>
  )
}
