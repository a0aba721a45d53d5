import { CircleCheck, Undo2 } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { hidesRecap, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { PlayerProvider, usePlayer } from '../microsite/player/player-context.tsx'
import { hasVideo, Recording } from '../microsite/player/recording.tsx'
import type { Decision } from './review-edit.ts'
import { canBeAdded, countWaiting, isEditable, reviewItems, type ReviewItem } from './review-items.ts'
import { reviewKey, type ReviewKey } from './review-key.ts'
import { ReviewPreview } from './review-preview.tsx'
import { ReviewRow } from './review-row.tsx'
import { useReview } from './use-review.ts'

export interface ReviewScreenProps {
  microsite: Microsite
  /** Label of the button that ends the review, with and without waiting items. */
  ways: { skip: string; done: string }
  onDone: () => void
}

/** All items of a recap awaiting review, each decided with one key, next to a preview for recipients. */
export function ReviewScreen(props: ReviewScreenProps) {
  return (
    <Tooltip.Provider delayDuration={200}>
      <PlayerProvider segments={props.microsite.segments} startMs={0}>
        <OpenReview {...props} />
      </PlayerProvider>
    </Tooltip.Provider>
  )
}

const HEADINGS: readonly (readonly [ReviewItem['part'], string])[] = [
  ['steps', 'Next steps'],
  ['points', 'Important points'],
  ['quotes', 'Quotes'],
  ['summary', 'Summary'],
  ['title', 'Title'],
  ['lines', 'Lines that may be next steps'],
]

function OpenReview({ microsite, ways, onDone }: ReviewScreenProps) {
  const { site, decide, undo, canUndo, isSaving, problem, retry, isOutdated } = useReview(microsite)
  const items = useMemo(() => reviewItems(site), [site])
  // By key while it exists; a decided item is replaced by the next one.
  const [place, setPlace] = useState<{ key: string | null; at: number }>({ key: null, at: 0 })
  const [draft, setDraft] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [acts, setActs] = useState(0)
  const { play } = usePlayer()
  const found = items.findIndex(({ key }) => key === place.key)
  const current = found >= 0 ? found : Math.min(place.at, items.length - 1)
  const item = items[current]
  const waiting = countWaiting(items)
  // Items that failed a check are added one by one.
  const sound = items.filter(({ part, isWithheld }) => part !== 'lines' && !isWithheld)
  const why = usualReason(microsite)
  const canPlay = hasVideo(microsite) && microsite.video_ready
  const screen = useReviewFocus(`${item?.key ?? 'end'} ${draft === null ? 'read' : 'write'} ${acts}`)

  const choose = (at: number) => {
    const to = Math.min(Math.max(at, 0), items.length - 1)
    setDraft(null)
    setPlace({ key: items[to]?.key ?? null, at: to })
  }
  const decideOn = (chosen: readonly ReviewItem[], decision: Decision) => {
    setDraft(null)
    setPlace({ key: null, at: chosen.length === 1 ? current : 0 })
    setActs(acts + 1)
    decide(chosen, decision)
    const left = waiting - countWaiting(chosen)
    const what = decision.kind === 'add' ? 'Added' : 'Dismissed'
    setSaid(`${what}. ${left === 0 ? 'All items reviewed.' : `${left} left.`}`)
  }
  const takeBack = () => {
    const key = undo()
    if (key === null) return
    setDraft(null)
    setPlace({ key, at: current })
    setActs(acts + 1)
    setSaid('Undone.')
  }
  const act = (key: ReviewKey) => {
    if (key === 'undo') takeBack()
    else if (key === 'next' || key === 'previous') choose(current + (key === 'next' ? 1 : -1))
    else if (item === undefined) return
    else if (key === 'play') {
      if (item.moment !== null) play(item.moment.startMs)
    } else if (key === 'edit') setDraft(isEditable(item) ? item.text : null)
    else if (key === 'dismiss') decideOn([item], { kind: 'dismiss' })
    else if (canBeAdded(item)) decideOn([item], { kind: 'add' })
  }
  useReviewKeys(act)

  return (
    <div
      ref={screen}
      className="grid grid-cols-1 gap-x-8 gap-y-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[minmax(0,1fr)_auto] lg:gap-y-0"
    >
      <div className="grid grid-cols-1 content-start gap-6 -mx-3 lg:mr-0 lg:overflow-y-auto lg:pr-1 lg:pb-6">
        {items.length === 0 && <Finished />}
        {HEADINGS.map(([part, heading]) => {
          const rows = items.map((each, at) => ({ each, at })).filter(({ each }) => each.part === part)
          return (
            rows.length > 0 && (
              <section key={part} aria-label={heading} className="grid grid-cols-1 gap-1">
                <h3 className="px-3 text-13 font-medium text-muted">
                  {heading} · <span className="tabular-nums">{rows.length}</span>
                </h3>
                <ul className="grid grid-cols-1">
                  {rows.map(({ each, at }) => (
                    <ReviewRow
                      key={each.key}
                      item={each}
                      isCurrent={at === current}
                      draft={at === current ? draft : null}
                      canPlay={canPlay}
                      why={why}
                      onChoose={() => choose(at)}
                      onAct={act}
                      onType={setDraft}
                      onAdd={(text) => decideOn([each], { kind: 'add', text })}
                    />
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
      <aside
        aria-label="Recording and preview"
        className="grid min-w-0 grid-cols-1 content-start gap-5 lg:min-h-0 lg:grid-rows-[auto_minmax(0,1fr)] lg:pb-6"
      >
        <div className="empty:hidden">{canPlay && <Recording microsite={microsite} />}</div>
        <ReviewPreview site={site} />
      </aside>
      <ReviewFooter
        {...{ problem, retry, isSaving, isOutdated, waiting, said, onDone }}
        onUndo={canUndo ? takeBack : null}
        hints={items.length > 0 && <KeyHints canPlay={canPlay} />}
        addable={sound.length}
        onAddAll={() => decideOn(sound, { kind: 'add' })}
        doneText={waiting === 0 ? ways.done : ways.skip}
      />
    </div>
  )
}

interface ReviewFooterProps extends Pick<
  ReturnType<typeof useReview>,
  'problem' | 'retry' | 'isSaving' | 'isOutdated'
> {
  waiting: number
  /** For screen readers: what was just decided. */
  said: string
  /** Null: nothing can be undone. */
  onUndo: (() => void) | null
  hints: ReactNode
  /** How many items can be added at once. */
  addable: number
  onAddAll: () => void
  onDone: () => void
  doneText: string
}

function ReviewFooter({
  problem,
  retry,
  isSaving,
  isOutdated,
  waiting,
  said,
  onUndo,
  hints,
  addable,
  onAddAll,
  onDone,
  doneText,
}: ReviewFooterProps) {
  return (
    <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 grid grid-cols-1 gap-3 border-t border-line bg-raised px-6 py-4 lg:static lg:col-span-2">
      {problem !== null && (
        <Banner
          tone="danger"
          actions={
            retry && (
              <Button variant="secondary" size="sm" onClick={retry} disabled={isSaving}>
                Try again
              </Button>
            )
          }
        >
          Not saved. {problem}
        </Banner>
      )}
      {isOutdated && <Banner>This microsite changed elsewhere. Some choices no longer apply.</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-13 text-muted tabular-nums">
          {isSaving ? 'Saving...' : waiting === 0 ? 'All items reviewed' : `${waiting} left`}
        </p>
        <p role="status" className="sr-only">
          {said}
        </p>
        {hints}
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          {onUndo && (
            <Button variant="quiet" onClick={onUndo}>
              <Undo2 size={15} aria-hidden />
              Undo
            </Button>
          )}
          {addable > 1 && (
            <Button variant="secondary" onClick={onAddAll}>
              Add all {addable}
            </Button>
          )}
          <Button variant={waiting === 0 ? 'primary' : 'secondary'} data-review-end onClick={onDone}>
            {doneText}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Why an item awaits review although no check found a fault. */
function usualReason({ analysis_notice: notice, transcript_info: info }: Microsite): string {
  if (info?.draft === true) return 'This transcript is a draft. Check the words.'
  return hidesRecap(notice) ? 'This whole recap needs review.' : 'We’re not sure about this.'
}

function Finished() {
  return (
    <div className="grid animate-appear justify-items-center gap-3 py-16 text-center">
      <CircleCheck size={32} aria-hidden className="text-success" />
      <p className="text-17 font-medium">All reviewed</p>
      <p className="text-15 text-muted">Recipients see what you added.</p>
    </div>
  )
}

const KEYS = [
  ['A', 'add'],
  ['E', 'edit'],
  ['D', 'dismiss'],
  ['J K', 'move'],
  ['P', 'play'],
  ['U', 'undo'],
] as const

/** For a fine pointer, which is taken as a sign of a keyboard. */
function KeyHints({ canPlay }: { canPlay: boolean }) {
  return (
    <ul aria-label="Keys" className="hidden flex-wrap gap-x-4 gap-y-1 text-13 text-muted sm:pointer-fine:flex">
      {KEYS.filter(([key]) => canPlay || key !== 'P').map(([key, does]) => (
        <li key={key}>
          <kbd className="rounded-sm border border-line-strong px-1.5 py-0.5 font-sans text-ink">{key}</kbd> {does}
        </li>
      ))}
    </ul>
  )
}

/** Keys work wherever the focus is, except in text fields and players. */
function useReviewKeys(act: (key: ReviewKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = reviewKey(event)
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, video') !== null
    if (key === null || isTyping || event.defaultPrevented) return
    event.preventDefault()
    act(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/**
 * Moves the focus whenever `wanted` changes: to the text being typed, else to the current item, else to the next
 * action.
 */
function useReviewFocus(wanted: string): RefObject<HTMLDivElement | null> {
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = screen.current?.querySelector('[data-review-current]')
    const control = row?.querySelector<HTMLElement>('textarea, [data-review-first]')
    const target = control ?? screen.current?.querySelector<HTMLElement>('[data-review-end]')
    target?.focus({ preventScroll: true })
    if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length)
    row?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  return screen
}
