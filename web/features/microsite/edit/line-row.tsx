import { memo } from 'react'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { typeInto, type TranscriptDraft, type TypedLine } from './line-edits.ts'

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
export const LineRow = memo(function LineRow({ segment, typed, names, onType }: LineRowProps) {
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
