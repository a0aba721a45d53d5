import { X } from 'lucide-react'
import { memo, useCallback, useRef, useState, type SyntheticEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { touchesSpan } from '@callfolio/shared/redaction.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { readClock, removeSpan, toggleLine, type Marked } from './marked-spans.ts'
import { spanText } from './span-text.ts'

/** An estimate. px */
const ROW_HEIGHT = 56

interface MarkSpansProps {
  site: Microsite
  marked: Marked
  /** The time spans that are marked. */
  spans: readonly TimeSpan[]
  onChange: (make: (marked: Marked) => Marked) => void
  onCancel: () => void
  onContinue: () => void
}

/** Marks transcript lines and time spans of the recording. */
export function MarkSpans({ site, marked, spans, onChange, onCancel, onContinue }: MarkSpansProps) {
  const list = useRef<HTMLDivElement>(null)
  const lines = site.segments.filter(({ redacted }) => !redacted)
  const toggle = useCallback((id: string) => onChange((now) => toggleLine(now, id)), [onChange])
  return (
    <div className="grid grid-cols-1 gap-5">
      {lines.length > 0 && (
        <div
          ref={list}
          role="group"
          aria-label="Lines of the transcript"
          className="max-h-[min(20rem,40dvh)] overflow-y-auto rounded border border-line p-1"
        >
          <LongList items={lines} scroller={list} itemHeight={ROW_HEIGHT}>
            {(segment) => (
              <LineBox
                key={segment.id}
                segment={segment}
                checked={marked.lines.has(segment.id)}
                goes={touchesSpan(segment, spans)}
                onToggle={toggle}
              />
            )}
          </LongList>
        </div>
      )}
      <StretchForm onAdd={(span) => onChange((now) => ({ ...now, spans: [...now.spans, span] }))} />
      <section aria-label="Selected" aria-live="polite" className="grid grid-cols-1 gap-2">
        {spans.length === 0 ? (
          <p className="text-13 text-muted">Nothing selected yet.</p>
        ) : (
          <ul className="-m-1 flex max-h-32 flex-wrap gap-2 overflow-y-auto p-1">
            {spans.map((span) => (
              <li
                key={span.start_ms}
                className="flex items-center gap-1 rounded border border-line bg-surface pl-3 text-13 tabular-nums"
              >
                {spanText(span)}
                <button
                  type="button"
                  aria-label={`Deselect ${spanText(span)}`}
                  onClick={() => onChange((now) => removeSpan(now, span, site.segments))}
                  className="grid size-8 place-items-center rounded text-muted hover:text-ink"
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={spans.length === 0} onClick={onContinue}>
          Preview redaction
        </Button>
      </div>
    </div>
  )
}

interface LineBoxProps {
  segment: Segment
  checked: boolean
  /** The line overlaps a marked span, so it is removed whether it is checked or not. */
  goes: boolean
  onToggle: (id: string) => void
}

/** One line to check; a call has hundreds, so each is memoized. */
const LineBox = memo(function LineBox({ segment, checked, goes, onToggle }: LineBoxProps) {
  const { id, start_ms, speaker, text } = segment
  return (
    <label
      className={`grid cursor-pointer grid-cols-[auto_3rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-sm px-2 py-1.5 text-15 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent ${goes ? 'bg-accent-soft' : 'hover:bg-surface'}`}
    >
      <input type="checkbox" checked={checked} onChange={() => onToggle(id)} className="outline-none" />
      <span className="text-13 text-muted tabular-nums">{formatClock(start_ms)}</span>
      <span dir="auto" className="min-w-0 break-words">
        {speaker !== null && <span className="block text-13 font-medium">{speaker}</span>}
        {text}
      </span>
    </label>
  )
})

/** Marks a span by its times, for parts without a transcript line. */
function StretchForm({ onAdd }: { onAdd: (span: TimeSpan) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [start, end] = [readClock(from), readClock(to)]
  const problem =
    (from !== '' && start === null) || (to !== '' && end === null)
      ? 'Enter minutes and seconds, such as 1:02.'
      : start !== null && end !== null && start >= end
        ? 'The end must come after the start.'
        : null
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (start === null || end === null || problem !== null) return
    onAdd({ start_ms: start, end_ms: end })
    setFrom('')
    setTo('')
  }
  return (
    <form noValidate onSubmit={add} className="grid grid-cols-1 gap-1.5">
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
        <TextField label="From" placeholder="1:02" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField label="To" placeholder="1:30" value={to} onChange={({ target }) => setTo(target.value)} />
        <Button variant="secondary" type="submit" disabled={start === null || end === null || problem !== null}>
          Select
        </Button>
      </div>
      <p role="status" className="text-13 text-muted">
        {problem ?? 'Or enter a time range, even one without speech.'}
      </p>
    </form>
  )
}
