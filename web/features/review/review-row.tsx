import { Play, TriangleAlert } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { momentLines } from '../../lib/segments.ts'
import { GrowingText } from '../../ui/growing-text.tsx'
import { UnprovenNote } from '../../ui/unproven-note.tsx'
import { usePlayer } from '../microsite/player/player-context.tsx'
import { reasonText } from './check-reasons.ts'
import { canBeAdded, isEditable, type ReviewItem } from './review-items.ts'
import type { ReviewKey } from './review-key.ts'

interface ReviewRowProps {
  item: ReviewItem
  isCurrent: boolean
  /** The text being typed in its place. */
  draft: string | null
  canPlay: boolean
  /** Why it awaits review if no check found a fault. */
  why: string
  onChoose: () => void
  onAct: (key: ReviewKey) => void
  /** null: ends typing. */
  onType: (draft: string | null) => void
  onAdd: (text: string) => void
}

/** One item; the current one shows its lines and actions. */
export function ReviewRow({ item, isCurrent, draft, canPlay, why, onChoose, onAct, onType, onAdd }: ReviewRowProps) {
  const words = useId()
  const [line] = item.sources.flatMap((source) => (source.kind === 'line' ? [source.line] : []))
  const text = line?.text ?? (item.part === 'quotes' ? `“${item.text}”` : item.text)
  if (!isCurrent)
    return (
      <li>
        <button
          type="button"
          onClick={onChoose}
          className="grid w-full cursor-pointer grid-cols-1 gap-0.5 rounded px-3 py-2 text-start hover:bg-surface"
        >
          <span dir="auto" className="line-clamp-3 text-15 wrap-anywhere">
            {line && <LineTime line={line} canPlay={false} />}
            {text}
          </span>
          <Doubts item={item} />
        </button>
      </li>
    )
  const unnamed = item.unproven?.filter((part) => item.doubts.every(({ detail }) => detail !== part)) ?? []
  return (
    <li
      data-review-current
      aria-current="true"
      className="grid scroll-my-6 grid-cols-1 gap-3 rounded bg-accent-soft px-3 py-3 max-lg:scroll-mb-32"
    >
      <div className="grid grid-cols-1 gap-1">
        {draft === null && (
          <p dir="auto" className="text-17 wrap-anywhere">
            {line && <LineTime line={line} canPlay={canPlay} />}
            <span id={words}>{text}</span>
          </p>
        )}
        {item.otherWords.map((other) => (
          <p key={other} dir="auto" className="text-13 wrap-anywhere text-muted">
            Also: {other}
          </p>
        ))}
        <Doubts item={item} />
        {item.doubts.length === 0 && item.part !== 'lines' && <p className="text-13 text-muted">{why}</p>}
        {unnamed.length > 0 && <UnprovenNote parts={unnamed} />}
      </div>
      {draft !== null && (
        <GrowingText
          data-own-escape
          aria-label="Text"
          maxLength={item.part === 'title' ? 300 : 5000}
          value={draft}
          className="bg-paper text-15"
          onChange={({ target }) => onType(target.value)}
          onKeyDown={(event) =>
            onWritingKey(event, { onAdd: () => addDraft(draft, onAdd), onCancel: () => onType(null) })
          }
        />
      )}
      <Lines item={item} canPlay={canPlay} />
      <div className="flex flex-wrap gap-2">
        {draft === null ? (
          <>
            {canBeAdded(item) && (
              <Action first hint="A" about={words} look="primary" onClick={() => onAct('add')}>
                {item.part === 'lines' ? 'Add as next step' : 'Add'}
              </Action>
            )}
            {isEditable(item) && (
              <Action hint="E" about={words} look="secondary" onClick={() => onAct('edit')}>
                Edit
              </Action>
            )}
            <Action first={!canBeAdded(item)} hint="D" about={words} look="secondary" onClick={() => onAct('dismiss')}>
              Dismiss
            </Action>
          </>
        ) : (
          <>
            <Action hint="Enter" look="primary" isOff={draft.trim() === ''} onClick={() => addDraft(draft, onAdd)}>
              Add
            </Action>
            <Action hint="Esc" look="secondary" onClick={() => onType(null)}>
              Cancel
            </Action>
          </>
        )}
      </div>
    </li>
  )
}

function addDraft(draft: string, onAdd: (text: string) => void): void {
  if (draft.trim() !== '') onAdd(draft.trim())
}

/**
 * Enter adds the typed text, Escape leaves the item unchanged. Both belong to the input method during composition.
 */
function onWritingKey(event: KeyboardEvent, { onAdd, onCancel }: { onAdd: () => void; onCancel: () => void }): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Escape') onCancel()
  else if (event.key === 'Enter' && !event.shiftKey) onAdd()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** What to check in an item, in words. */
function Doubts({ item: { doubts, isWithheld } }: { item: ReviewItem }) {
  if (doubts.length === 0) return null
  return (
    <span className="flex items-start gap-1.5 text-13 wrap-anywhere text-muted">
      <TriangleAlert size={14} aria-hidden className={`mt-0.5 shrink-0 ${isWithheld ? 'text-danger' : 'text-muted'}`} />
      <span>
        <span className="font-medium text-ink">{isWithheld ? 'Failed a check.' : 'Please check.'}</span>{' '}
        {doubts.map(reasonText).join(' ')}
      </span>
    </span>
  )
}

/** The lines an item cites. */
function Lines({ item: { part, moment, doubts }, canPlay }: { item: ReviewItem; canPlay: boolean }) {
  const { segments } = usePlayer()
  const lines = moment === null ? [] : momentLines(moment, segments, MOST_EVIDENCE_LINES)
  if (part === 'title' || part === 'lines' || doubts.some(({ reason }) => reason === 'no_lines')) return null
  if (lines.length === 0) return <p className="text-13 text-muted">No transcript line supports this.</p>
  return (
    <ul aria-label="What was said" className="grid grid-cols-1 gap-1.5 border-s-2 border-line-strong ps-3">
      {lines.map((line) => (
        <li key={line.id} className="text-15 wrap-anywhere">
          <LineTime line={line} canPlay={canPlay} />
          <span dir="auto">{line.text}</span>
        </li>
      ))}
    </ul>
  )
}

function LineTime({ line: { start_ms, speaker }, canPlay }: { line: Segment; canPlay: boolean }) {
  const { play } = usePlayer()
  const clock = formatClock(start_ms)
  const who = speaker === null ? clock : `${clock} · ${speaker}`
  if (!canPlay) return <span className="me-2 text-13 text-muted tabular-nums">{who}</span>
  return (
    <button
      type="button"
      aria-label={`Play ${who}`}
      onClick={() => play(start_ms)}
      className="me-2 inline-flex h-6 items-center gap-1 rounded-full bg-paper px-2 align-middle text-13 text-muted tabular-nums hover:text-accent-text"
    >
      <Play size={9} aria-hidden className="shrink-0 fill-current" />
      {who}
    </button>
  )
}

interface ActionProps {
  /** Focused while its item is current. */
  first?: boolean
  /** The keyboard shortcut. */
  hint: string
  /** Id of the text it acts on. */
  about?: string
  look: 'primary' | 'secondary'
  isOff?: boolean
  onClick: () => void
  children: string
}

function Action({ first, hint, about, look, isOff = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant={look}
      size="sm"
      data-review-first={first || undefined}
      aria-describedby={about}
      aria-disabled={isOff}
      aria-keyshortcuts={hint === 'Esc' ? 'Escape' : hint}
      onClick={onClick}
      className="aria-disabled:opacity-55"
    >
      {children}
      <kbd aria-hidden className="hidden font-sans font-normal sm:pointer-fine:inline">
        {hint}
      </kbd>
    </Button>
  )
}
