import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { MOST_EVIDENCE_LINES, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { momentLines } from '../../lib/segments.ts'
import { GrowingText } from '../../ui/growing-text.tsx'
import { useSaveEdit } from '../microsite/edit/use-draft.ts'
import { MomentChip } from '../microsite/read/moment-chip.tsx'
import { SaidLines } from '../microsite/read/said-lines.tsx'
import { addSteps, isUnwritten, possibleSteps, type PossibleStep } from './possible-steps.ts'

/** Promises that the recap could not word, folded away, for the owner to word. Nothing where there are none. */
export function PossibleStepsSection({ site }: { site: Microsite }) {
  const heading = useRef<HTMLElement>(null)
  const save = useSaveEdit(site.id)
  const steps = site.status === 'active' ? possibleSteps(site) : []
  if (steps.length === 0) return null
  const add = (step: PossibleStep, words: string) => {
    // The row goes with its field.
    heading.current?.focus()
    void save(addSteps(site, [{ words, step }]), 'Next step added.')
  }
  return (
    <details className="group border-t border-line">
      <summary
        ref={heading}
        className="flex cursor-pointer list-none items-center gap-2 rounded-sm py-3 text-15 text-muted hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight
          size={18}
          aria-hidden
          className="shrink-0 transition-transform duration-150 group-open:rotate-90"
        />
        Possible next steps
        <span className="text-13 tabular-nums">{steps.length}</span>
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-1 pb-5 pl-6.5">
        <p className="text-13 text-muted">
          Said in the call, but what is to be done is spread over several lines. Only you see this until you word it.
        </p>
        <ul aria-label="Possible next steps" className="grid grid-cols-1 gap-5">
          {steps.map((step) => (
            <Row key={step.key} step={step} segments={site.segments} onAdd={(words) => add(step, words)} />
          ))}
        </ul>
      </div>
    </details>
  )
}

interface RowProps {
  step: PossibleStep
  segments: readonly Segment[]
  onAdd: (words: string) => void
}

function Row({ step, segments, onAdd }: RowProps) {
  const { text, begin, speaker, moment } = step
  const said = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [words, setWords] = useState<string | null>(null)
  const writing = words !== null
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [writing])
  const close = () => {
    setWords(null)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const add = () => {
    if (words !== null && !isUnwritten(words, step)) onAdd(words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Both belong to the input method while it is composing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && !event.shiftKey) add()
    else return
    event.preventDefault()
  }
  return (
    <li className="grid grid-cols-1 gap-1.5">
      <p dir="auto" className="text-15 text-pretty wrap-anywhere">
        <span id={said}>{text}</span> <MomentChip moment={moment} speaker={speaker} />
      </p>
      {words === null ? (
        <button
          ref={opener}
          type="button"
          aria-describedby={said}
          onClick={() => setWords(begin)}
          className={`-ml-3 justify-self-start ${buttonClass('quiet', 'sm')}`}
        >
          Word it as a next step
        </button>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <div className="border-l-2 border-line pl-3 text-15">
            <SaidLines lines={momentLines(moment, segments, MOST_EVIDENCE_LINES)} />
          </div>
          <GrowingText
            ref={field}
            aria-label="Next step"
            aria-describedby={said}
            maxLength={5000}
            value={words}
            onKeyDown={onKeyDown}
            onChange={({ target }) => setWords(target.value)}
          />
          <div className="flex gap-2">
            <button
              type="button"
              aria-disabled={isUnwritten(words, step)}
              onClick={add}
              className={buttonClass('primary', 'sm')}
            >
              Add
            </button>
            <button type="button" onClick={close} className={buttonClass('secondary', 'sm')}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </li>
  )
}
