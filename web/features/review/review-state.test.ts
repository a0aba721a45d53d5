import { expect, test } from 'vitest'
import type { WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { reviewItems } from './review-items.ts'
import { reviewKey } from './review-key.ts'
import {
  startReview,
  countReview,
  countUnseen,
  isLeftOut,
  reviewReducer,
  settled,
  type ReviewAction,
  type ReviewState,
} from './review-state.ts'
import { sampleSite } from '../library/microsite.testing.ts'

const ITEMS = reviewItems(sampleSite())
const after = (...actions: ReviewAction[]): ReviewState => actions.reduce(reviewReducer, startReview(ITEMS))
const decisions = (state: ReviewState) => Object.fromEntries(state.decisions)
const LINE = { id: 's1', start_ms: 5000, end_ms: 6000, speaker: 'Ben', text: 'I’ll send it.' }
const UNWORDED: WithheldItem = {
  list: 'todo_list',
  text: 'Ben: “I’ll send it”',
  reason: 'unworded',
  detail: null,
  segment_ids: ['s1'],
}
const keep: ReviewAction = { type: 'keep' }
const remove: ReviewAction = { type: 'remove' }
const go = (to: number): ReviewAction => ({ type: 'go', to })
const edit = (text: string): ReviewAction[] => [{ type: 'edit' }, { type: 'typed', text }, { type: 'write' }]

test('a decision leads to the next item, the last one to the way on', () => {
  expect(after(keep)).toMatchObject({ current: 1, decisions: new Map([['title', { kind: 'kept' }]]) })
  expect(after(...ITEMS.map(() => keep), keep)).toMatchObject({ current: ITEMS.length })
  expect(countReview(after(keep, remove, keep, ...edit('Call Ben')))).toEqual({
    all: 6,
    reviewed: 4,
    edited: 1,
    removed: 1,
  })
})

test('moving stays within the list and decides nothing', () => {
  expect(after(go(-1))).toEqual(startReview(ITEMS))
  expect(after(go(99))).toMatchObject({ current: ITEMS.length, decisions: new Map() })
})

test('a title can’t be removed, and an emptied one stays as it was', () => {
  expect(after(remove)).toEqual(startReview(ITEMS))
  expect(after(...edit('  '))).toMatchObject({ current: 1, decisions: new Map() })
  expect(decisions(after(go(1), ...edit(' ')))).toEqual({ 'summary 0': { kind: 'removed' } })
})

test('an edit is what was typed; with the words that were there it is kept', () => {
  expect(decisions(after(...edit(' Better ')))).toEqual({ title: { kind: 'edited', text: 'Better' } })
  expect(decisions(after(...edit('First call')))).toEqual({ title: { kind: 'kept' } })
  expect(after({ type: 'edit' }, { type: 'typed', text: 'x' }, { type: 'cancel' })).toMatchObject({
    draft: null,
    decisions: new Map(),
    current: 0,
  })
  expect(after(...edit('Better'), go(0), { type: 'edit' }).draft, 'goes on from there').toBe('Better')
})

test('what is being typed is taken over by whatever else is done', () => {
  const typed: ReviewAction[] = [{ type: 'edit' }, { type: 'typed', text: 'Better' }]
  expect(decisions(after(...typed, go(3)))).toEqual({ title: { kind: 'edited', text: 'Better' } })
  expect(decisions(after(...typed, { type: 'remove', at: 2 }))).toEqual({
    'title': { kind: 'edited', text: 'Better' },
    'summary 1': { kind: 'removed' },
  })
  expect(decisions(settled(after(...typed)))).toEqual({ title: { kind: 'edited', text: 'Better' } })
})

test('keeping an edited item leaves the edit, keeping a removed one brings it back', () => {
  expect(decisions(after(...edit('Better'), go(0), keep))).toEqual({ title: { kind: 'edited', text: 'Better' } })
  expect(decisions(after(go(1), remove, go(1), keep))).toEqual({ 'summary 0': { kind: 'kept' } })
})

test('undo takes back one decision after the other and leads to it; what changed nothing is not among them', () => {
  const done = after(keep, remove, go(1), remove, go(4), ...edit('Sooner'))
  const once = reviewReducer(done, { type: 'undo' })
  expect(once).toMatchObject({
    current: 4,
    decisions: new Map([
      ['title', { kind: 'kept' }],
      ['summary 0', { kind: 'removed' }],
    ]),
  })
  expect([...Array(3)].reduce((state: ReviewState) => reviewReducer(state, { type: 'undo' }), once)).toMatchObject({
    current: 0,
    decisions: new Map(),
    past: [],
  })
  expect(reviewReducer(after(keep, { type: 'edit' }), { type: 'undo' }), 'of typing, the typing').toMatchObject({
    current: 1,
    draft: null,
    decisions: new Map([['title', { kind: 'kept' }]]),
  })
})

test('what is only its owner’s to see is kept at once, but for what was decided, and that is taken back at once', () => {
  const at = (start_ms: number) => ({ start_ms, segment_ids: [`s${start_ms}`], unconfirmed: true })
  const site = sampleSite({
    gpt_quotes: [
      { text: 'One.', ...at(1) },
      { text: 'Two.', ...at(2) },
    ],
    gpt_important_points: [{ text: 'Three.', ...at(3) }],
  })
  const items = reviewItems(site)
  const start = startReview(items)
  const place = items.findIndex(({ text }) => text === 'Two.')
  const removed = reviewReducer(start, { type: 'remove', at: place })
  expect([countUnseen(start), countUnseen(removed)]).toEqual([3, 2])
  const all = reviewReducer(removed, { type: 'keepPicked' })
  expect(countUnseen(all)).toBe(0)
  expect(items.filter((item) => isLeftOut(item, all.decisions)).map(({ text }) => text)).toEqual(['Two.'])
  expect(items.filter((item) => isLeftOut(item, start.decisions)).map(({ text }) => text)).toEqual([
    'Three.',
    'One.',
    'Two.',
  ])
  expect(reviewReducer(all, { type: 'undo' }).decisions).toEqual(removed.decisions)
  expect(reviewReducer(all, { type: 'keepPicked' })).toEqual(all)
})

test('a quote is the transcript word for word: it is kept or removed, not edited', () => {
  const items = reviewItems(sampleSite({ gpt_quotes: [{ text: 'One.', start_ms: 1, unconfirmed: true }] }))
  const at = items.findIndex(({ part }) => part === 'quotes')
  expect(reviewReducer(startReview(items), { type: 'edit', at }).draft).toBeNull()
})

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

test.each([
  [{ key: 'ArrowDown' }, go(3)],
  [{ key: 'J' }, go(3)],
  [{ key: 'k' }, go(1)],
  [{ key: 'e' }, { type: 'edit' }],
  [{ key: 'Delete' }, remove],
  [{ key: 'X' }, remove],
  [{ key: 'u' }, { type: 'undo' }],
  [{ key: 'z', ctrlKey: true }, { type: 'undo' }],
  [{ key: 'p' }, { type: 'play' }],
  [{ key: 'Enter', metaKey: true }, { type: 'finish' }],
  [{ key: 'Enter' }, null],
  [{ key: 'x', ctrlKey: true }, null],
  [{ key: 'x', altKey: true }, null],
  [{ key: 'e', isComposing: true }, null],
  [{ key: 'Tab' }, null],
])('the key %j means %j', (pressed, meant) => {
  expect(reviewKey({ ...NO_MODIFIERS, ...pressed }, 2)).toEqual(meant)
})

test('a possible step starts with whose it is, is left out by keeping or removing it, and added once it is worded', () => {
  const items = reviewItems(sampleSite({ segments: [LINE], withheld: [UNWORDED] }))
  const possible = items.at(-1)
  const from = (...actions: ReviewAction[]) =>
    [go(items.length - 1), ...actions].reduce(reviewReducer, startReview(items))
  const of = (state: ReviewState) => state.decisions.get(possible?.key ?? '')
  expect(possible).toMatchObject({ part: 'possible', text: 'Ben: “I’ll send it”' })
  expect(from({ type: 'edit' }).draft).toBe('Ben: ')
  expect([from(keep), from(remove), from({ type: 'edit' }, { type: 'write' })].map(of)).toEqual([
    { kind: 'kept' },
    { kind: 'kept' },
    { kind: 'kept' },
  ])
  const worded = from(...edit('Ben: send the prices'))
  expect(of(worded)).toEqual({ kind: 'edited', text: 'Ben: send the prices' })
  expect(of([go(items.length - 1), keep].reduce(reviewReducer, worded))).toEqual(of(worded))
  expect(of([go(items.length - 1), remove].reduce(reviewReducer, worded))).toEqual({ kind: 'kept' })
})
