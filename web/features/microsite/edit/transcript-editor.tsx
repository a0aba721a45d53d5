import { memo, useId, useRef } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { EditForm } from './edit-form.tsx'
import { isCorrected, lineEdits, typeInto, type TranscriptDraft, type TypedLine } from './line-edits.ts'
import { SpeakerNames } from './speaker-fields.tsx'
import type { DraftState } from './use-draft.ts'
import { GrowingText } from '../../../ui/growing-text.tsx'

/** A guess. px */
const ROW_HEIGHT = 112

/** Corrects the words and the speakers of single lines. */
export function TranscriptEditor({ site, state }: { site: Microsite; state: DraftState<TranscriptDraft> }) {
  const { draft, change, cancel, save } = state
  const names = useId()
  const list = useRef<HTMLDivElement>(null)
  if (draft === null) return null
  const lines = site.segments.filter(({ redacted }) => !redacted)
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
        <LongList items={lines} scroller={list} itemHeight={ROW_HEIGHT}>
          {(segment) => (
            <LineRow key={segment.id} segment={segment} typed={draft.get(segment.id)} names={names} onType={change} />
          )}
        </LongList>
      </div>
    </EditForm>
  )
}

const MAX_LINE = 20_000
const MAX_NAME = 100

interface LineRowProps {
  segment: Segment
  typed: TypedLine | undefined
  /** Id of the suggested names. */
  names: string
  onType: (make: (draft: TranscriptDraft) => TranscriptDraft) => void
}

/** One line of the transcript to correct; a call has hundreds, so each is drawn only when it changes. */
const LineRow = memo(function LineRow({ segment, typed, names, onType }: LineRowProps) {
  const { id, start_ms, speaker, text } = segment
  const clock = formatClock(start_ms)
  const type = (part: TypedLine) => onType((draft) => typeInto(draft, id, part))
  return (
    <div role="listitem" className="grid grid-cols-[minmax(0,1fr)] gap-1.5 p-2">
      <div className="flex items-center gap-3">
        <span className="min-w-9 text-13 text-muted tabular-nums">{clock}</span>
        <input
          aria-label={`Speaker at ${clock}`}
          placeholder="Unknown speaker"
          list={names}
          maxLength={MAX_NAME}
          value={typed?.speaker ?? speaker ?? ''}
          onChange={(event) => type({ speaker: event.target.value })}
          className={`${INPUT} h-8 max-w-60 py-0 text-13 font-medium`}
        />
      </div>
      <GrowingText
        aria-label={`Words at ${clock}`}
        maxLength={MAX_LINE}
        value={typed?.text ?? text}
        onChange={(event) => type({ text: event.target.value })}
      />
    </div>
  )
})
