import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { DRAFT_NOTICE, segmentIndexAt, textRuns } from '../lib/segments.ts'
import { clockColumn } from '../lib/clock-column.ts'
import { Chapters } from './chapters.tsx'
import { lineId, type PageContent } from './read-content.ts'
import { Section } from './sections.tsx'

/** Addresses name whole seconds: the line that begins within one is meant. */
const SECOND_MS = 1000

interface TranscriptProps {
  microsite: SharedMicrosite
  content: Pick<PageContent, 'chapters' | 'leadOf'>
  /** The line of this moment is marked, and the script opens the transcript there. ms. */
  startMs: number | null
}

/** The transcript in a box that scrolls, so that what comes after it stays near; on paper it is whole. */
export function Transcript({
  microsite: { segments, transcript, transcript_info: info },
  content,
  startMs,
}: TranscriptProps) {
  const current = startMs === null ? -1 : segmentIndexAt(segments, startMs + SECOND_MS - 1)
  return (
    <div
      data-part="transcript"
      className="lg:flex lg:min-h-0 lg:flex-col print:block [&>section]:lg:flex [&>section]:lg:min-h-0 [&>section]:lg:flex-col"
    >
      <Section title="Transcript" name="transcript">
        {info?.draft && <p className="text-13 text-muted">{info.notice ?? DRAFT_NOTICE}</p>}
        <Chapters {...content} />
        <div
          data-transcript
          tabIndex={0}
          role="region"
          aria-label="Transcript text"
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
                  current={index === current}
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
  /** The same person spoke the line above, so the name is only read out. */
  continued: boolean
  /** The page was opened at this line. */
  current: boolean
}

/** One timed line; an address can lead to it, and the script shows its text beside the times that do. */
function TranscriptLine({ segment, continued, current }: TranscriptLineProps) {
  const clock = formatClock(segment.start_ms)
  return (
    <li
      id={lineId(segment.id)}
      tabIndex={-1}
      aria-current={current || undefined}
      data-head={segment.speaker === null ? clock : `${clock} · ${segment.speaker}`}
      className="grid scroll-my-24 grid-cols-[var(--clock,3.25rem)_minmax(0,1fr)] rounded-sm px-2 py-1.5 -outline-offset-2 target:bg-accent-soft aria-[current=true]:bg-accent-soft print:px-0"
    >
      <span className="text-13 leading-[1.375rem] text-muted tabular-nums">{clock}</span>
      <div dir="auto" className="min-w-0 break-words">
        {segment.speaker !== null && (
          <span className={continued ? 'sr-only' : 'block text-13 font-medium'}>{segment.speaker} </span>
        )}
        <span data-said>
          {textRuns(segment).map(({ text, doubtful }, index) =>
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
