import { useQuery } from '@tanstack/react-query'
import { memo, useId, useMemo, useRef } from 'react'
import { MICROSITE_PATHS, saidNamesSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { useServices } from '../../../lib/services.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { EditForm } from './edit-form.tsx'
import { isCorrected, lineEdits, typeInto, type TranscriptDraft, type TypedLine } from './line-edits.ts'
import { correctNearMiss, findNearMisses, type NearMiss } from './near-misses.ts'
import { SpeakerNames } from './speaker-fields.tsx'
import type { DraftState } from './use-draft.ts'
import { GrowingText } from '../../../ui/growing-text.tsx'

/** An estimate. px */
const ROW_HEIGHT = 112

/** Corrects the words and speakers of individual lines. */
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
    ? () => void save({ segments: null }, 'Transcript: original restored.')
    : undefined
  return (
    <EditForm label="Transcript" onSave={onSave} onCancel={cancel} onReset={reset}>
      <SpeakerNames id={names} site={site} />
      <Misspellings site={site} draft={draft} onChange={change} />
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

interface MisspellingsProps {
  site: Microsite
  draft: TranscriptDraft
  onChange: DraftState<TranscriptDraft>['change']
}

/** Suggests the right spelling of names; changes nothing until the owner accepts. */
function Misspellings({ site, draft, onChange }: MisspellingsProps) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: ['said names', site.id],
    queryFn: ({ signal }) => api.request(MICROSITE_PATHS.names(site.id), saidNamesSchema, { signal }),
  })
  const { segments, transcript_info: info } = site
  const misses = useMemo(
    () => findNearMisses(segments, data?.names ?? [], info?.language),
    [segments, data, info?.language],
  )
  if (misses.length === 0) return null
  const texts = new Map(segments.map(({ id, text }) => [id, draft.get(id)?.text ?? text]))
  const corrected = (miss: NearMiss) =>
    miss.lines.flatMap((id) => {
      const [text = '', better] = [texts.get(id), correctNearMiss(texts.get(id) ?? '', miss)]
      return better === text ? [] : [{ id, text: better }]
    })
  const offers = misses.map((miss) => ({ ...miss, edits: corrected(miss) })).filter(({ edits }) => edits.length > 0)
  if (offers.length === 0) return null
  return (
    <ul aria-label="Possible misspellings" className="grid gap-2 text-13">
      {offers.map(({ said, name, edits }) => (
        <li key={said} className="flex flex-wrap items-center gap-2">
          <span>
            “{said}” in {edits.length === 1 ? 'one line' : `${edits.length} lines`}: did they say “{name}”?
          </span>
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              onChange((before) => edits.reduce((typed, { id, text }) => typeInto(typed, id, { text }), before))
            }
          >
            Replace with {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const MAX_LINE = 20_000
const MAX_NAME = 100

interface LineRowProps {
  segment: Segment
  typed: TypedLine | undefined
  /** Id of the name suggestions. */
  names: string
  onType: (make: (draft: TranscriptDraft) => TranscriptDraft) => void
}

/** One transcript line to correct; a call has hundreds, so each is memoized. */
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
