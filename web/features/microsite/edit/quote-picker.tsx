import { useMemo, useRef, useState } from 'react'
import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { comparable } from '../../../lib/find-text.ts'
import { useEditKeys, useFirstFocus } from './edit-form.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { quoteFrom } from './quote-passage.ts'

/** An estimate. px */
const LINE_HEIGHT = 64

interface QuotePickerProps {
  segments: readonly Segment[]
  onPick: (quote: EvidenceItem) => void
  onCancel: () => void
}

/** Selects a line of the transcript, or words of it, as a quote. */
export function QuotePicker({ segments, onPick, onCancel }: QuotePickerProps) {
  const [line, setLine] = useState<Segment | null>(null)
  const group = useFirstFocus<HTMLDivElement>(line)
  // Closes only the picker, not the editor around it.
  useEditKeys(group, { onCancel: () => (line === null ? onCancel() : setLine(null)) })
  return (
    <div
      ref={group}
      role="group"
      aria-label="Add a quote"
      className="grid gap-3 rounded border border-line bg-surface p-4"
    >
      {line === null ? (
        <LineChoice segments={segments} onChoose={setLine} />
      ) : (
        <WordChoice line={line} onPick={onPick} onBack={() => setLine(null)} />
      )}
      {line === null && (
        <Button variant="secondary" size="sm" onClick={onCancel} className="justify-self-start">
          Close
        </Button>
      )}
    </div>
  )
}

function LineChoice({ segments, onChoose }: { segments: readonly Segment[]; onChoose: (line: Segment) => void }) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(
    () => segments.filter(({ text }) => comparable(text).includes(comparable(query.trim()))),
    [segments, query],
  )
  return (
    <>
      <Field label="Find the line">
        {(id) => (
          <input
            id={id}
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className={`${INPUT} h-9`}
          />
        )}
      </Field>
      {found.length === 0 ? (
        <p role="status" className="text-15 text-muted">
          No matching lines.
        </p>
      ) : (
        <div ref={list} role="list" aria-label="Lines" className="max-h-64 overflow-y-auto">
          <LongList items={found} scroller={list} itemHeight={LINE_HEIGHT}>
            {(segment) => (
              <div role="listitem" key={segment.id}>
                <LineButton segment={segment} onClick={() => onChoose(segment)} />
              </div>
            )}
          </LongList>
        </div>
      )}
    </>
  )
}

function LineButton({ segment: { start_ms, speaker, text }, onClick }: { segment: Segment; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid w-full gap-0.5 rounded-sm px-2 py-1.5 text-left text-15 -outline-offset-2 hover:bg-paper"
    >
      <span className="text-13 text-muted tabular-nums">
        {formatClock(start_ms)}
        {speaker !== null && ` · ${speaker}`}
      </span>
      <span dir="auto" className="break-words">
        {text}
      </span>
    </button>
  )
}

function WordChoice({
  line,
  onPick,
  onBack,
}: {
  line: Segment
  onPick: (quote: EvidenceItem) => void
  onBack: () => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const pick = () =>
    onPick(quoteFrom(line, { start: area.current?.selectionStart ?? 0, end: area.current?.selectionEnd ?? 0 }))
  return (
    <>
      <Field label="Quote" hint="Select words to quote only part of the line.">
        {(id, hintId) => <GrowingText id={id} ref={area} aria-describedby={hintId} readOnly value={line.text} />}
      </Field>
      <div className="flex gap-2">
        <Button size="sm" onClick={pick}>
          Add quote
        </Button>
        <Button variant="secondary" size="sm" onClick={onBack}>
          Choose another line
        </Button>
      </div>
    </>
  )
}
