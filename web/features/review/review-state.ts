import { isUnwritten } from '../withheld/possible-steps.ts'
import type { ReviewItem } from './review-items.ts'

/** What became of an item; `null` for one that was not reviewed yet. */
export type Decision = { kind: 'kept' } | { kind: 'removed' } | { kind: 'edited'; text: string }
export type Decisions = ReadonlyMap<string, Decision>

/** Where an owner is in the review of a page. */
export interface ReviewState {
  items: readonly ReviewItem[]
  /** Place of the item that the keys mean; behind the last one it is the way on. */
  current: number
  /** What is being typed in its place; null: it is read. */
  draft: string | null
  decisions: Decisions
  /** What each decision was made from, for taking it back. */
  past: readonly { current: number; decisions: Decisions }[]
}

/** `at`: the place of the item that is meant, by default the current one. */
export type ReviewAction =
  | { type: 'go'; to: number }
  | { type: 'keep' | 'remove' | 'edit'; at?: number }
  | { type: 'typed'; text: string }
  | { type: 'keepPicked' }
  | { type: 'write' | 'cancel' | 'undo' }

/** Before the first item was reviewed. */
export function startReview(items: readonly ReviewItem[]): ReviewState {
  return { items, current: 0, draft: null, decisions: new Map(), past: [] }
}

/** Keeps, edits and removes; a decision leads to the next item. What is being typed is taken over by whatever comes next but `cancel`. */
export function reviewReducer(state: ReviewState, action: ReviewAction): ReviewState {
  switch (action.type) {
    case 'typed':
      return state.draft === null ? state : { ...state, draft: action.text }
    case 'cancel':
      return { ...state, draft: null }
    case 'write':
      return state.draft === null ? state : onward(settled(state))
    case 'undo':
      return undone(state)
    case 'keepPicked':
      return keptPicked(settled(state))
    case 'go': {
      const to = Math.min(Math.max(action.to, 0), state.items.length)
      return to === state.current ? state : { ...settled(state), current: to }
    }
    case 'keep':
    case 'remove':
    case 'edit':
      return decided(at(state, action.at), action.type)
  }
}

/** The state with what is being typed taken over. */
export function settled(state: ReviewState): ReviewState {
  const item = state.items[state.current]
  if (state.draft === null || item === undefined) return state
  const text = state.draft.trim()
  const read = { ...state, draft: null }
  if (item.possible !== undefined && isUnwritten(text, item.possible)) return remember(read, item, { kind: 'kept' })
  if (text === '') return item.part === 'title' ? read : remember(read, item, { kind: 'removed' })
  return remember(read, item, text === item.text ? { kind: 'kept' } : { kind: 'edited', text })
}

/** How many items were reviewed, and what became of them. */
export function countReview({ items, decisions }: ReviewState): {
  all: number
  reviewed: number
  edited: number
  removed: number
} {
  const kinds = [...decisions.values()].map(({ kind }) => kind)
  const countOf = (kind: Decision['kind']) => kinds.filter((other) => other === kind).length
  return { all: items.length, reviewed: kinds.length, edited: countOf('edited'), removed: countOf('removed') }
}

/** A quote is the transcript word for word: it is kept or removed. */
export function isEditable({ part }: ReviewItem): boolean {
  return part !== 'quotes'
}

/** How many items wait for a decision that nobody sees without one. */
export function countUnseen(state: ReviewState): number {
  return unseenOf(state).length
}

/** Whether an item is not on the page then: removed, or not kept where only its owner sees it. */
export function isLeftOut({ key, unconfirmed = false }: ReviewItem, decisions: Decisions): boolean {
  const kind = decisions.get(key)?.kind
  return kind === 'removed' || (kind === undefined && unconfirmed)
}

/** The words of an item as they will be. */
export function textOfItem({ key, text }: ReviewItem, decisions: Decisions): string {
  const decision = decisions.get(key)
  return decision?.kind === 'edited' ? decision.text : text
}

/** What is typed at first: of a promise that is not on the page, whose it is. */
function draftOf(item: ReviewItem, decisions: Decisions): string {
  const isNew = item.possible !== undefined && decisions.get(item.key)?.kind !== 'edited'
  return isNew ? (item.possible?.begin ?? '') : textOfItem(item, decisions)
}

function at(state: ReviewState, place = state.current): ReviewState {
  return place === state.current ? state : { ...settled(state), current: place }
}

function decided(state: ReviewState, kind: 'keep' | 'remove' | 'edit'): ReviewState {
  const item = state.items[state.current]
  if (item === undefined) return state
  if (kind === 'edit' && !isEditable(item)) return state
  if (kind === 'edit') return state.draft === null ? { ...state, draft: draftOf(item, state.decisions) } : state
  // What is on no page is left out by keeping it so.
  if (kind === 'remove' && item.part !== 'possible')
    return item.part === 'title' ? state : onward(remember({ ...state, draft: null }, item, { kind: 'removed' }))
  const ready = kind === 'remove' ? { ...state, draft: null } : settled(state)
  const stays = kind === 'keep' && ready.decisions.get(item.key)?.kind === 'edited'
  return onward(stays ? ready : remember(ready, item, { kind: 'kept' }))
}

/** Keeps what is not shared otherwise and not decided yet: one decision, for taking it back. */
function keptPicked(state: ReviewState): ReviewState {
  const { current, decisions, past } = state
  const waiting = unseenOf(state)
  if (waiting.length === 0) return state
  return {
    ...state,
    decisions: new Map([...decisions, ...waiting.map(({ key }) => [key, { kind: 'kept' }] as const)]),
    past: [...past, { current, decisions }],
  }
}

function unseenOf({ items, decisions }: ReviewState): ReviewItem[] {
  return items.filter(({ key, unconfirmed = false }) => unconfirmed && !decisions.has(key))
}

function remember(state: ReviewState, { key }: ReviewItem, decision: Decision): ReviewState {
  const before = state.decisions.get(key)
  if (
    before?.kind === decision.kind &&
    (before.kind !== 'edited' || decision.kind !== 'edited' || before.text === decision.text)
  )
    return state
  const { current, decisions, past } = state
  return { ...state, decisions: new Map(decisions).set(key, decision), past: [...past, { current, decisions }] }
}

function onward(state: ReviewState): ReviewState {
  return { ...state, current: Math.min(state.current + 1, state.items.length) }
}

/** Takes the last decision back and leads to it; while something is typed, only that. */
function undone(state: ReviewState): ReviewState {
  const last = state.past.at(-1)
  if (state.draft !== null) return { ...state, draft: null }
  return last === undefined ? state : { ...state, ...last, past: state.past.slice(0, -1) }
}
