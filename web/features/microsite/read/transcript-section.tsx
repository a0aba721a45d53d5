import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { getChapters, type Chapter } from '@callfolio/shared/page/microsite-outline.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { formatClock, formatDay } from '@callfolio/shared/format.ts'
import { EditButton } from '../edit/edit-form.tsx'
import { isCorrected, type TranscriptDraft } from '../edit/line-edits.ts'
import { TranscriptEditor } from '../edit/transcript-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { AddTranscriptButton, TranscriptMenu } from '../transcript/transcript-actions.tsx'
import { SourceLine } from '../transcript/source-line.tsx'
import { Section } from './section.tsx'
import { Speakers } from './speakers.tsx'
import { TranscriptBox } from './transcript-box.tsx'
import { clockColumn } from '../../../lib/clock-column.ts'
import { usePlayer } from '../player/player-context.tsx'

interface TranscriptSectionProps {
  site: Microsite
  timelineOpen: boolean
  onToggleTimeline: () => void
}

/** The transcript, to read, search and correct. */
export function TranscriptSection({ site, timelineOpen, onToggleTimeline }: TranscriptSectionProps) {
  const state = useDraft<TranscriptDraft>(site.id)
  const editing = state.draft !== null
  const { segments, transcript } = site
  return (
    <Section
      title="Transcript"
      filled={segments.length > 0 || Boolean(transcript)}
      status={site.status}
      edited={isCorrected(segments)}
      empty={
        <>
          <p>{whyEmpty(site)}</p>
          {site.status === 'active' && site.transcript_removed_at === null && <AddTranscriptButton site={site} />}
        </>
      }
      actions={
        segments.length > 0 && (
          <>
            {site.status === 'active' && site.redacting === undefined && !editing && <TranscriptMenu site={site} />}
            {site.status === 'active' && (
              <EditButton what="transcript" editing={editing} onClick={() => state.start(new Map())} />
            )}
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={timelineOpen}
              onClick={onToggleTimeline}
              className="mr-3"
            >
              {timelineOpen ? 'Hide Timeline' : 'View Timeline'}
            </Button>
          </>
        )
      }
      editor={editing ? <TranscriptEditor site={site} state={state} /> : undefined}
    >
      <Speakers site={site} />
      <Chapters chapters={getChapters(site.chapters)} />
      <TranscriptBox text={transcript} segments={segments} />
      <SourceLine site={site} />
    </Section>
  )
}

/** The call's chapters as a low-key outline; a click plays from the start of one. */
function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  const { play } = usePlayer()
  if (chapters.length === 0) return null
  return (
    <nav aria-label="Chapters">
      <ol className={`-mx-2 grid grid-cols-1 ${clockColumn(chapters.at(-1)?.moment.startMs)}`}>
        {chapters.map(({ text, moment: { startMs } }) => (
          <li key={startMs}>
            <button
              type="button"
              onClick={() => play(startMs)}
              className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-left text-15 transition-colors duration-150 hover:bg-surface hover:text-accent-text"
            >
              <span className="w-[var(--clock,3rem)] shrink-0 text-13 text-muted tabular-nums">
                {formatClock(startMs)}
              </span>
              <span className="min-w-0 break-words">{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function whyEmpty({ transcript_removed_at: removedAt, transcript_info: info }: Microsite): string {
  if (removedAt !== null) return `Your retention settings deleted the transcript on ${formatDay(removedAt)}.`
  return info?.notice ?? 'This call has no transcript.'
}
