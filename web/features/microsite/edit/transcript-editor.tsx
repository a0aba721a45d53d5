import { useId, useRef } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { LongList } from '../../../ui/long-list.tsx'
import { EditForm } from './edit-form.tsx'
import { isCorrected, lineEdits, type TranscriptDraft } from './line-edits.ts'
import { LineRow } from './line-row.tsx'
import { SpeakerNames } from './speaker-names.tsx'
import type { DraftState } from './use-draft.ts'

/** A guess. px */
const ROW_HEIGHT = 112

/** Corrects the words and the speakers of single lines. */
export function TranscriptEditor({ site, state }: { site: Microsite; state: DraftState<TranscriptDraft> }) {
  const { draft, change, cancel, save } = state
  const names = useId()
  const list = useRef<HTMLDivElement>(null)
  if (draft === null) return null
  const onSave = () => {
    const segments = lineEdits(site.segments, draft)
    if (segments.length === 0) cancel()
    else void save({ segments }, segments.length === 1 ? 'One line corrected.' : `${segments.length} lines corrected.`)
  }
  const reset = isCorrected(site.segments)
    ? () => void save({ segments: null }, 'Transcript: the analysis’ version again.')
    : undefined
  return (
    <EditForm label="Transcript" onSave={onSave} onCancel={cancel} onReset={reset}>
      <SpeakerNames id={names} segments={site.segments} />
      <div ref={list} role="list" className="max-h-[min(32rem,70dvh)] overflow-y-auto rounded border border-line p-2">
        <LongList items={site.segments} scroller={list} itemHeight={ROW_HEIGHT}>
          {(segment) => (
            <LineRow key={segment.id} segment={segment} typed={draft.get(segment.id)} names={names} onType={change} />
          )}
        </LongList>
      </div>
    </EditForm>
  )
}
