import { useId, type MouseEvent, type ReactNode } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { unprovenOf, type MicrositeOutline, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { DoubtNote } from '../../withheld/doubt-note.tsx'
import { UnprovenNote } from '../../../ui/unproven-note.tsx'
import type { ListField } from '../edit/owner-edit.ts'
import { decideEntries, unconfirmedOf, type UnconfirmedEntry } from '../edit/unconfirmed.ts'
import { reviewItems } from '../../review/review-items.ts'
import { useSaveEdit } from '../edit/use-draft.ts'
import { MomentChip } from './moment-chip.tsx'
import { focusHeading } from './section.tsx'

/** How many items wait for the owner, in one line. A step that both lists state counts once. */
export function HiddenCount({ site }: { site: Microsite }) {
  if (site.status !== 'active') return null
  const count = reviewItems(site).filter(({ unconfirmed = false }) => unconfirmed).length
  if (count === 0) return null
  return (
    <p className="-mb-6 text-13 text-muted print:hidden">
      {count === 1
        ? '1 item is hidden from recipients until you add it.'
        : `${count} items are hidden from recipients until you add them.`}
    </p>
  )
}

interface UnconfirmedEntriesProps {
  site: Microsite
  field: ListField
  /** What one entry is called in the middle of a sentence. */
  noun: string
}

/** What of a list recipients don't see: the owner adds or dismisses each. Nothing where there is none. */
export function UnconfirmedEntries({ site, field, noun }: UnconfirmedEntriesProps) {
  const save = useSaveEdit(site.id)
  const rows = site.status === 'active' ? unconfirmedOf(site, field) : []
  if (rows.length === 0) return null
  const decide = (chosen: readonly UnconfirmedEntry[], decision: 'keep' | 'remove') => {
    const what = chosen.length === 1 ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` : `${chosen.length} ${noun}s`
    void save(decideEntries(site, field, chosen, decision), `${what} ${decision === 'keep' ? 'added' : 'dismissed'}.`)
  }
  return (
    <Picks
      name={`Hidden ${noun}s`}
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

function Row({ item: { text, speaker, moment, unproven = [], doubt }, isQuote, isLast, onDecide }: RowProps) {
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
      <div className="grid grid-cols-1 gap-1">
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
        {doubt && <DoubtNote doubt={doubt} />}
      </div>
      <div className="-ml-3 flex gap-1 sm:-mt-1 sm:-mr-2 sm:ml-0">
        {button('Add', 'keep')}
        {button('Dismiss', 'remove')}
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
      name="Hidden sentences"
      count={sentences.length}
      onKeepAll={() => void save({ summary: summary.text }, 'Summary added.')}
      onEdit={onEdit}
    >
      <ul className="grid grid-cols-1 gap-3">
        {sentences.map(({ text, speaker, moment, doubt }, index) => (
          <li key={index} dir="auto" className="text-15 text-pretty wrap-anywhere text-muted">
            {text} {moment && <MomentChip moment={moment} speaker={speaker} />}
            {doubt && <DoubtNote doubt={doubt} />}
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
        <p className="text-13 text-muted">Hidden from recipients.</p>
        <div className="flex gap-1 max-sm:-ml-3">
          {onEdit && (
            <button type="button" onClick={onEdit} className={buttonClass('quiet', 'sm')}>
              Choose and edit
            </button>
          )}
          {all && (
            <button type="button" onClick={all} className={buttonClass('quiet', 'sm')}>
              {count === 1 ? 'Add' : `Add all ${count}`}
            </button>
          )}
        </div>
      </div>
      {children}
    </div>
  )
}
