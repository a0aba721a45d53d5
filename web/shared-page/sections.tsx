import type { ReactNode } from 'react'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { MicrositeOutline, Moment, OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import type { LeadOf } from './read-content.ts'
import { useCallLanguage, useWords } from './words.ts'

interface SectionProps {
  /** Its name in the owner's list of sections that visitors reached. */
  name: LinkSection
  children: ReactNode
}

/** A section of the document with its heading. */
export function Section({ name, children }: SectionProps) {
  const { words } = useWords()
  const id = `section-${name}`
  return (
    <section
      aria-labelledby={id}
      data-part={name}
      data-section={name}
      className="grid grid-cols-1 gap-4 print:mb-8 print:block"
    >
      <h2 id={id} className="text-21 font-semibold tracking-tight print:mb-3">
        {words.sections[name]}
      </h2>
      {children}
    </section>
  )
}

interface SummaryProps {
  summary: MicrositeOutline['summary']
  getLead: LeadOf
}

/** The summary; sentences backed by the call have a timestamp. */
export function Summary({ summary: { text, sentences }, getLead }: SummaryProps) {
  const lang = useCallLanguage()
  if (sentences.length === 0)
    return (
      <p dir="auto" lang={lang} className="text-17 break-words whitespace-pre-line">
        {text}
      </p>
    )
  return (
    <p dir="auto" lang={lang} className="text-17 leading-8 break-words">
      {sentences.map((sentence, index) => (
        <Sentence key={index} {...sentence} getLead={getLead} />
      ))}
    </p>
  )
}

function Sentence({ text, moment, getLead }: OutlineItem & { getLead: LeadOf }) {
  if (moment === null) return `${text} `
  // The time stays on the line of the word it follows.
  const lastWord = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, lastWord)}
      <span className="whitespace-nowrap">
        {text.slice(lastWord)} <MomentLink moment={moment} speaker={null} getLead={getLead} />
      </span>{' '}
    </>
  )
}

const MARKS = {
  point: 'mt-[11px] size-1.5 rounded-full bg-line-strong print:border-2 print:border-line-strong',
  todo: 'mt-[5px] size-[18px] rounded-sm border-[1.5px] border-line-strong',
} as const

interface PointsProps {
  items: OutlineItem[]
  mark: keyof typeof MARKS
  getLead: LeadOf
}

/** Points or todos, each with its timestamp. */
export function Points({ items, mark, getLead }: PointsProps) {
  const lang = useCallLanguage()
  return (
    <ul lang={lang} className="grid grid-cols-1 gap-4 print:block print:space-y-3">
      {items.map(({ text, speaker, moment }, index) => (
        <li key={index} dir="auto" className="flex gap-3.5">
          <span aria-hidden className={`shrink-0 ${MARKS[mark]}`} />
          <div className="grid min-w-0 flex-1 grid-cols-1 justify-items-start gap-1.5">
            <p className="text-17 break-words">{text}</p>
            {moment && <MomentLink moment={moment} speaker={speaker} getLead={getLead} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Verbatim quotes, with the speaker after a dash. */
export function Quotes({ quotes, getLead }: { quotes: OutlineItem[]; getLead: LeadOf }) {
  const lang = useCallLanguage()
  return (
    <div lang={lang} className="grid grid-cols-1 gap-7 print:block print:space-y-5">
      {quotes.map(({ text, speaker, moment }, index) => (
        <figure key={index} dir="auto" className="grid grid-cols-1 gap-2.5 border-s-2 border-line-strong ps-5">
          <blockquote className="text-17 font-medium break-words sm:text-21 sm:leading-8">“{text}”</blockquote>
          {(speaker !== null || moment !== null) && (
            <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-15 text-muted">
              {speaker !== null && <span className="min-w-0 break-words">— {speaker}</span>}
              {moment && <MomentLink moment={moment} speaker={null} getLead={getLead} />}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  )
}

const LOOK =
  'inline-flex h-6 max-w-full items-center rounded-full border border-line px-2 align-middle text-13 text-muted tabular-nums print:border-0 print:px-0'

interface MomentLinkProps {
  moment: Moment
  /** Left out where the page names the speaker beside it. */
  speaker: string | null
  getLead: LeadOf
}

/** The time something was said, linking to its transcript line and its place in the video. */
function MomentLink({ moment, speaker, getLead }: MomentLinkProps) {
  const { words, language } = useWords()
  const clock = formatClock(moment.startMs)
  const said = <span className="truncate">{speaker === null ? clock : `${clock} · ${speaker}`}</span>
  const lead = getLead(moment)
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
      <span lang={language} className="sr-only">
        {' '}
        {lines.length === 0 ? words.inVideo : words.inTranscript}
      </span>
    </a>
  )
}
