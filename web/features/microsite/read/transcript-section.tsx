import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { chaptersOf } from '@callfolio/shared/microsite-outline.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { EditButton } from '../edit/edit-button.tsx'
import { isCorrected, type TranscriptDraft } from '../edit/line-edits.ts'
import { TranscriptEditor } from '../edit/transcript-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { AddTranscriptButton } from '../transcript/add-transcript-button.tsx'
import { sourceLabel } from '../transcript/source-label.ts'
import { TranscriptMenu } from '../transcript/transcript-actions.tsx'
import { Chapters } from './chapters.tsx'
import { Section } from './section.tsx'
import { Speakers } from './speakers.tsx'
import { TranscriptBox } from './transcript-box.tsx'

interface TranscriptSectionProps {
  site: Microsite
  timelineOpen: boolean
  onToggleTimeline: () => void
}

/** The transcript, to read, to search and to correct. */
export function TranscriptSection({ site, timelineOpen, onToggleTimeline }: TranscriptSectionProps) {
  const state = useDraft<TranscriptDraft>(site.id)
  const editing = state.draft !== null
  const { segments, transcript, transcript_info: info } = site
  return (
    <Section
      title="Transcript"
      filled={segments.length > 0 || Boolean(transcript)}
      status={site.status}
      edited={isCorrected(segments)}
      empty={
        <>
          <p>{info?.notice ?? 'There is no transcript of this call.'}</p>
          {site.status === 'active' && <AddTranscriptButton site={site} />}
        </>
      }
      actions={
        segments.length > 0 && (
          <>
            {site.status === 'active' && !editing && <TranscriptMenu site={site} />}
            {site.status === 'active' && (
              <EditButton what="transcript" editing={editing} onClick={() => state.start(new Map())} />
            )}
            <button
              type="button"
              aria-expanded={timelineOpen}
              onClick={onToggleTimeline}
              className={`mr-3 ${buttonClass('secondary', 'sm')}`}
            >
              {timelineOpen ? 'Hide Timeline' : 'View Timeline'}
            </button>
          </>
        )
      }
      editor={editing ? <TranscriptEditor site={site} state={state} /> : undefined}
    >
      <Speakers site={site} />
      <Chapters chapters={chaptersOf(site.chapters)} />
      <TranscriptBox text={transcript} segments={segments} />
      {info && <p className="text-13 text-muted">{sourceLabel(info)}</p>}
    </Section>
  )
}
