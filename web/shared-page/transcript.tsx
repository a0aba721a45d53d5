import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import { Section } from './section.tsx'
import { TranscriptLine } from './transcript-line.tsx'

const DRAFT = 'This transcript is a draft made by a simple speech engine. Words it was not sure of are dimmed.'

/** The transcript in a box that scrolls, so that what comes after it stays near; on paper it is whole. */
export function Transcript({ microsite: { segments, transcript, transcript_info: info } }: { microsite: SharedMicrosite }) {
  return (
    <div className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start print:static print:max-h-none [&>section]:lg:max-h-[inherit] [&>section]:lg:grid-rows-[auto_auto_minmax(0,1fr)]">
      <Section title="Transcript">
        {info?.draft ? <p className="text-13 text-muted">{info.notice ?? DRAFT}</p> : <span hidden />}
        <div
          data-transcript
          tabIndex={0}
          role="region"
          aria-label="Transcript text"
          className="relative max-h-[70dvh] overflow-y-auto rounded border border-line p-2 text-15 lg:max-h-full print:max-h-none print:overflow-visible print:border-0 print:p-0"
        >
          {segments.length === 0 ? (
            <p dir="auto" className="px-3 py-2 leading-6 break-words whitespace-pre-line">{transcript}</p>
          ) : (
            <ol>
              {segments.map((segment, index) => (
                <TranscriptLine key={segment.id} segment={segment} continued={segments[index - 1]?.speaker === segment.speaker} />
              ))}
            </ol>
          )}
        </div>
      </Section>
    </div>
  )
}
