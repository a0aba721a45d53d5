import { expect, test } from 'vitest'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { reviewEdit } from './review-edit.ts'
import { reviewItems } from './review-items.ts'
import type { Decision } from './review-state.ts'
import { sampleSite } from '../library/microsite.testing.ts'

/** What is sent when these items, named by how their words begin, were decided on. */
function editOf(site: Microsite, decided: Record<string, string | null>) {
  const items = reviewItems(site)
  const decisions = items.flatMap(({ key, text }): [string, Decision][] => {
    const begin = Object.keys(decided).find((words) => text.startsWith(words))
    if (begin === undefined) return [[key, { kind: 'kept' }]]
    const to = decided[begin]
    return [[key, to === null || to === undefined ? { kind: 'removed' } : { kind: 'edited', text: to }]]
  })
  return reviewEdit(site, items, new Map(decisions))
}

test('nothing is sent for what is kept or was not reviewed', () => {
  expect(editOf(sampleSite(), {})).toEqual({})
  expect(reviewEdit(sampleSite(), reviewItems(sampleSite()), new Map())).toEqual({})
})

test('a title and a line of the summary are replaced, and the other lines stay to the letter', () => {
  expect(editOf(sampleSite(), { First: 'Better' })).toEqual({ title: 'Better' })
  expect(editOf(sampleSite(), { Dana: 'Dana showed it.' })).toMatchObject({
    summary: 'Dana showed it. Marcus wants a trial.',
  })
  const own = sampleSite({ summary: 'One. Two.\n\nTwo. Three.', summary_evidence: null })
  expect(editOf(own, { One: null }).summary).toBe('Two.\n\nTwo. Three.')
  expect(editOf(own, { Two: null }).summary).toBe('One. Three.')
  expect(editOf(own, { One: null, Two: null, Three: null }).summary).toBe('')
})

test('a step goes from every list that states it, and the other steps keep their moments', () => {
  const { gpt_todo_list: todos, gpt_action_points: points } = sampleSite()
  expect(editOf(sampleSite(), { 'Dana: send': null })).toEqual({
    todo_list: ['Call the warehouse'],
    action_points: [points?.[1]],
  })
  expect(editOf(sampleSite(), { 'Dana: send': 'Send it' })).toEqual({
    todo_list: ['Call the warehouse', { ...(todos?.[2] as object), text: 'Send it' }],
    action_points: [{ ...(points?.[0] as object), text: 'Send it' }, points?.[1]],
  })
  expect(editOf(sampleSite(), { Priya: null, Call: 'Call Ben' })).toEqual({
    todo_list: ['Call Ben', todos?.[2]],
    action_points: [points?.[0]],
  })
})

test('what only its owner sees is on the page once it is kept, stays where it is undecided, and goes where it is removed', () => {
  const at = (start_ms: number) => ({ start_ms, segment_ids: [`s${start_ms}`] })
  const pick = (text: string, start: number) => ({ text, ...at(start), unconfirmed: true })
  const site = sampleSite({
    gpt_quotes: [pick('One.', 1), pick('Two.', 2)],
    gpt_important_points: [pick('Three.', 3)],
    gpt_summary: 'They met. Price is open. We sign.',
    summary_evidence: [{ text: 'They met.', ...at(0) }, pick('Price is open.', 4), pick('We sign.', 5)],
  })
  const items = reviewItems(site)
  const decide = (kinds: Record<string, 'kept' | 'removed'>) =>
    reviewEdit(
      site,
      items,
      new Map(items.flatMap(({ key, text }) => (kinds[text] ? [[key, { kind: kinds[text] }]] : []))),
    )
  expect(decide({})).toEqual({})
  expect(decide({ 'One.': 'kept', 'Price is open.': 'kept' })).toEqual({
    quotes: [{ text: 'One.', ...at(1) }, pick('Two.', 2)],
    summary: 'They met. Price is open.',
  })
  expect(decide({ 'Three.': 'removed' })).toEqual({ important_points: [] })
})

test('a step that is kept stands in each list in that list’s words', () => {
  const at = { start_ms: 5, segment_ids: ['s1'], unconfirmed: true }
  const site = sampleSite({
    gpt_todo_list: [{ text: 'Dana: set up the trial on Monday', ...at }],
    gpt_action_points: [{ text: 'Dana will set up the trial on Monday.', ...at }],
  })
  const kept = { start_ms: 5, segment_ids: ['s1'] }
  expect(editOf(site, {})).toEqual({
    todo_list: [{ text: 'Dana: set up the trial on Monday', ...kept }],
    action_points: [{ text: 'Dana will set up the trial on Monday.', ...kept }],
  })
})

test('an edit starts from the owner’s list where there is one', () => {
  expect(editOf(sampleSite({ todo_list: ['Mine', 'Yours'], action_points: [] }), { Mine: null })).toEqual({
    todo_list: ['Yours'],
  })
})

test('a possible step is added to both lists beside what was decided of the others, and not where it is left out', () => {
  const withheld: Microsite['withheld'] = [
    { list: 'todo_list', text: 'Ben: “I’ll send it”', reason: 'unworded', detail: null, segment_ids: ['s1'] },
  ]
  const segments = [{ id: 's1', start_ms: 5000, end_ms: 6000, speaker: 'Ben', text: 'I’ll send it.' }]
  const site = sampleSite({ segments, withheld, todo_list: ['Mine', 'Yours'], action_points: [] })
  const entry = expect.objectContaining({ text: 'Ben: send the prices', segment_ids: ['s1'] })
  expect(editOf(site, {})).toEqual({})
  expect(editOf(site, { 'Mine': null, 'Ben:': 'Ben: send the prices' })).toEqual({
    todo_list: ['Yours', entry],
    action_points: [entry],
  })
})
