import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { textRuns } from '../lib/segments.ts'
import { clockColumn } from '../lib/clock-column.ts'
import { Chapters } from './chapters.tsx'
import { lineId, type PageContent } from './read-content.ts'
import { Section } from './sections.tsx'
import { useCallLanguage, useWords } from './words.ts'

interface TranscriptProps {
  microsite: SharedMicrosite
  content: Pick<PageContent, 'chapters' | 'getLead'>
}

/** The transcript in a scrolling box, so that the content after it stays near; printed in full. */
export function Transcript({ microsite, content }: TranscriptProps) {
  const { segments, transcript, transcript_info: info } = microsite
  const { words } = useWords()
  const lang = useCallLanguage()
  return (
    <div
      data-part="transcript"
      className="lg:flex lg:min-h-0 lg:flex-col print:block [&>section]:lg:flex [&>section]:lg:min-h-0 [&>section]:lg:flex-col"
    >
      <Section name="transcript">
        {info?.draft && <p className="text-13 text-muted">{words.draftNotice}</p>}
        <Chapters {...content} />
        <div
          data-transcript
          lang={lang}
          tabIndex={0}
          role="region"
          aria-label={words.transcriptText}
          className="relative max-h-[70dvh] overflow-y-auto rounded border border-line p-2 text-15 lg:max-h-full print:max-h-none print:overflow-visible print:border-0 print:p-0"
        >
          {segments.length === 0 ? (
            <p dir="auto" className="px-3 py-2 leading-6 break-words whitespace-pre-line">
              {transcript}
            </p>
          ) : (
            <ol className={clockColumn(segments.at(-1)?.start_ms)}>
              {segments.map((segment, index) => (
                <TranscriptLine
                  key={segment.id}
                  segment={segment}
                  continued={segments[index - 1]?.speaker === segment.speaker}
                />
              ))}
            </ol>
          )}
        </div>
      </Section>
    </div>
  )
}

interface TranscriptLineProps {
  segment: Segment
  /** The same person spoke the line above, so the name is only for screen readers. */
  continued: boolean
}

/** One timed line; URLs can link to it, and the script shows its text next to times that cite it. */
function TranscriptLine({ segment, continued }: TranscriptLineProps) {
  const clock = formatClock(segment.start_ms)
  const { words, language } = useWords()
  return (
    <li
      id={lineId(segment.id)}
      tabIndex={-1}
      data-start={segment.start_ms}
      data-head={segment.speaker === null ? clock : `${clock} · ${segment.speaker}`}
      className="grid scroll-my-24 grid-cols-[var(--clock,3.25rem)_minmax(0,1fr)] rounded-sm px-2 py-1.5 -outline-offset-2 target:bg-accent-soft aria-[current=true]:bg-accent-soft print:px-0"
    >
      <span className="text-13 leading-[1.375rem] text-muted tabular-nums">{clock}</span>
      <div dir="auto" className="min-w-0 break-words">
        {segment.speaker !== null && (
          <span className={continued ? 'sr-only' : 'block text-13 font-medium'}>{segment.speaker} </span>
        )}
        <span data-said {...(segment.redacted && { lang: language, className: 'text-muted' })}>
          {segment.redacted && words.redacted}
          {!segment.redacted &&
            textRuns(segment).map(({ text, doubtful }, index) =>
              doubtful ? (
                <span key={index} className="text-muted italic">
                  {text}{' '}
                </span>
              ) : (
                `${text} `
              ),
            )}
        </span>
      </div>
    </li>
  )
}
