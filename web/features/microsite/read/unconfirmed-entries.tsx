import { useId, type MouseEvent, type ReactNode } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { unprovenOf, type MicrositeOutline, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { UnprovenNote } from '../../../ui/unproven-note.tsx'
import type { ListField } from '../edit/owner-edit.ts'
import { decideEntries, unconfirmedOf, type UnconfirmedEntry } from '../edit/unconfirmed.ts'
import { useSaveEdit } from '../edit/use-draft.ts'
import { MomentChip } from './moment-chip.tsx'
import { focusHeading } from './section.tsx'

interface UnconfirmedEntriesProps {
  site: Microsite
  field: ListField
  /** What one entry is called in the middle of a sentence. */
  noun: string
}

/** What was picked for a list and nobody has confirmed: the owner keeps or removes each. Nothing where there is none. */
export function UnconfirmedEntries({ site, field, noun }: UnconfirmedEntriesProps) {
  const save = useSaveEdit(site.id)
  const rows = site.status === 'active' ? unconfirmedOf(site, field) : []
  if (rows.length === 0) return null
  const decide = (chosen: readonly UnconfirmedEntry[], decision: 'keep' | 'remove') => {
    const what = chosen.length === 1 ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : `${chosen.length} ${noun}s`
    void save(decideEntries(site, field, chosen, decision), `${what} ${decision === 'keep' ? 'kept' : 'removed'}.`)
  }
  return (
    <Picks
      name={`Picked ${noun}s`}
      count={rows.length}
      onKeepAll={rows.length > 1 ? () => decide(rows, 'keep') : undefined}
    >
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((row, place) => (
          // By place: the focus stays on the button when the next entry takes the place of one that was decided.
          <Row
            key={place}
            item={row.item}
            isQuote={field === 'quotes'}
            isLast={place === rows.length - 1}
            onDecide={(decision) => decide([row], decision)}
          />
        ))}
      </ul>
    </Picks>
  )
}

interface RowProps {
  item: OutlineItem
  isQuote: boolean
  isLast: boolean
  onDecide: (decision: 'keep' | 'remove') => void
}

function Row({ item: { text, speaker, moment, unproven = [] }, isQuote, isLast, onDecide }: RowProps) {
  const words = useId()
  const button = (label: string, decision: 'keep' | 'remove') => (
    <button
      type="button"
      aria-describedby={words}
      onClick={({ currentTarget }) => {
        // The row goes with its button.
        if (isLast) focusHeading(currentTarget)
        onDecide(decision)
      }}
      className={buttonClass('quiet', 'sm')}
    >
      {label}
    </button>
  )
  return (
    <li className="grid grid-cols-1 gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p dir="auto" className="text-15 text-pretty wrap-anywhere text-muted">
        <span id={words}>{isQuote ? `“${text}”` : text}</span>
        {moment && (
          <>
            {' '}
            <MomentChip moment={moment} speaker={speaker} />
          </>
        )}
        {unproven.length > 0 && <UnprovenNote parts={unproven} />}
      </p>
      <div className="-ml-3 flex gap-1 sm:-mt-1 sm:-mr-2 sm:ml-0">
        {button('Keep', 'keep')}
        {button('Remove', 'remove')}
      </div>
    </li>
  )
}

interface UnconfirmedSummaryProps {
  site: Microsite
  summary: MicrositeOutline['summary']
  sentences: readonly OutlineItem[]
  onEdit: () => void
}

/** Sentences that were picked for the summary: they are kept together, or chosen from in the editor. */
export function UnconfirmedSummary({ site, summary, sentences, onEdit }: UnconfirmedSummaryProps) {
  const save = useSaveEdit(site.id)
  if (site.status !== 'active' || sentences.length === 0) return null
  const unproven = unprovenOf(sentences)
  return (
    <Picks
      name="Picked sentences"
      count={sentences.length}
      onKeepAll={() => void save({ summary: summary.text }, 'Summary kept.')}
      onEdit={onEdit}
    >
      <ul className="grid grid-cols-1 gap-3">
        {sentences.map(({ text, speaker, moment }, index) => (
          <li key={index} dir="auto" className="text-15 text-pretty wrap-anywhere text-muted">
            {text} {moment && <MomentChip moment={moment} speaker={speaker} />}
          </li>
        ))}
      </ul>
      {unproven.length > 0 && <UnprovenNote parts={unproven} />}
    </Picks>
  )
}

interface PicksProps {
  name: string
  count: number
  onKeepAll?: (() => void) | undefined
  onEdit?: () => void
  children: ReactNode
}

/** The frame around what others don't see. */
function Picks({ name, count, onKeepAll, onEdit, children }: PicksProps) {
  const all = onKeepAll && ((event: MouseEvent<HTMLElement>) => (focusHeading(event.currentTarget), onKeepAll()))
  return (
    <div
      role="group"
      aria-label={name}
      className="grid grid-cols-1 gap-3 rounded border border-dashed border-line-strong px-4 py-3 print:hidden"
    >
      <div className="-mr-2 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-13 text-muted">
          {count === 1 ? 'Only you see this until you keep it.' : 'Only you see these until you keep them.'}
        </p>
        <div className="flex gap-1 max-sm:-ml-3">
          {onEdit && (
            <button type="button" onClick={onEdit} className={buttonClass('quiet', 'sm')}>
              Choose and edit
            </button>
          )}
          {all && (
            <button type="button" onClick={all} className={buttonClass('quiet', 'sm')}>
              {count === 1 ? 'Keep it' : `Keep all ${count}`}
            </button>
          )}
        </div>
      </div>
      {children}
    </div>
  )
}
