import { expect, test } from 'vitest'
import type { Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { getSharedOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { sampleSite } from '../library/microsite.testing.ts'
import { applyEdit } from '../microsite/edit/owner-edit.ts'
import { reviewEdit, reviewEdits, type Decision } from './review-edit.ts'
import { reviewItems } from './review-items.ts'

const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 900, segment_ids: [`s${start_ms / 1000}`] })
const said = (text: string, start: number) => ({ text, ...at(start) })
const waits = (text: string, start: number) => ({ ...said(text, start), unconfirmed: true })
const SITE = sampleSite({
  segments: [
    { id: 's1', start_ms: 1000, end_ms: 1900, speaker: 'Ana', text: 'I will send it tonight.' },
    { id: 's2', start_ms: 2000, end_ms: 2900, speaker: 'Ben', text: 'No, please don’t.' },
  ],
  gpt_summary: 'One. Two. Three.',
  summary_evidence: [waits('One.', 1000), said('Two.', 2000), waits('Three.', 3000)],
  gpt_quotes: [],
  gpt_important_points: [],
  gpt_action_points: [said('Meet.', 9000)],
  gpt_todo_list: [],
})
const WITHHELD: WithheldItem = {
  list: 'todo_list',
  text: 'Send it tonight',
  reason: 'taken_back',
  detail: null,
  segment_ids: ['s1'],
}
const ADD: Decision = { kind: 'add' }
const DISMISS: Decision = { kind: 'dismiss' }

/** The request for the item with these words. */
function getEdit(site: Microsite, words: string, decision: Decision, now = site) {
  const item = reviewItems(site).find(({ text }) => text === words)
  if (item === undefined) throw new Error(`Nothing says “${words}”.`)
  return reviewEdit(now, item, decision)
}

test('reviewEdit adds an entry without its mark, rewords it, or removes it, and leaves the others unchanged', () => {
  const doubtful = { ...waits('Ben: call', 2000), doubt: { reason: 'owner', detail: null } as const }
  const site = { ...SITE, gpt_todo_list: ['By hand', doubtful, waits('Ana: wait', 3000)] }
  const others = ['By hand', waits('Ana: wait', 3000)] as const
  expect(getEdit(site, 'Ben: call', ADD)).toEqual({ todo_list: [others[0], said('Ben: call', 2000), others[1]] })
  expect(getEdit(site, 'Ben: call', { kind: 'add', text: 'Ben: phone' })).toEqual({
    todo_list: [others[0], said('Ben: phone', 2000), others[1]],
  })
  expect(getEdit(site, 'Ben: call', DISMISS)).toEqual({ todo_list: others })
})

test('reviewEdit decides a step in both lists and among withheld items at once', () => {
  const site = {
    ...SITE,
    gpt_todo_list: [waits('Ana: send it tonight', 1000)],
    gpt_action_points: [waits('Ana will send it tonight.', 1000)],
    withheld: [
      { ...WITHHELD, text: 'Ana: send it tonight now' },
      { ...WITHHELD, segment_ids: ['s2'], text: 'Stop' },
    ],
  }
  const rest = [site.withheld[1]]
  expect(getEdit(site, 'Ana: send it tonight', ADD)).toEqual({
    todo_list: [said('Ana: send it tonight', 1000)],
    action_points: [said('Ana will send it tonight.', 1000)],
    withheld: rest,
  })
  expect(getEdit(site, 'Ana: send it tonight', DISMISS)).toEqual({ todo_list: [], action_points: [], withheld: rest })
})

test('reviewEdit adds a withheld item at its time, once per list wording', () => {
  const entry = { ...said('Send it tonight', 1000), speaker: 'Ana' }
  const action: WithheldItem = { ...WITHHELD, list: 'action_points', text: 'Send it tonight' }
  const site = { ...SITE, withheld: [WITHHELD, action, { ...action, reason: 'number' as const }] }
  expect(getEdit(site, 'Send it tonight', ADD)).toEqual({
    withheld: [],
    todo_list: [entry],
    action_points: [entry, said('Meet.', 9000)],
  })
  expect(getEdit(site, 'Send it tonight', DISMISS)).toEqual({ withheld: [] })
  const title = { ...SITE, withheld: [{ ...WITHHELD, list: 'title' as const, text: 'x'.repeat(400) }] }
  expect(getEdit(title, 'x'.repeat(400), ADD)).toEqual({ withheld: [], title: 'x'.repeat(300) })
})

test('reviewEdit replaces a quote that isn’t verbatim with the line', () => {
  const site = { ...SITE, withheld: [{ ...WITHHELD, list: 'quotes' as const, reason: 'quote' as const }] }
  expect(getEdit(site, 'I will send it tonight.', ADD)).toEqual({
    withheld: [],
    quotes: [{ ...said('I will send it tonight.', 1000), speaker: 'Ana' }],
  })
})

test('reviewEdit adds a sentence where it was said, and leaves the others waiting', () => {
  const edit = getEdit(SITE, 'One.', ADD)
  expect(edit).toEqual({ summary: 'One. Two.' })
  const site = applyEdit(SITE, edit ?? {})
  expect(reviewItems(site).map(({ text }) => text)).toEqual(['Three.'])
  expect(getSharedOutline(applyEdit(site, getEdit(site, 'Three.', ADD) ?? {})).summary.text).toBe('One. Two. Three.')
})

test('reviewEdit never restores a dismissed or reworded sentence’s original wording, even after a reset', () => {
  for (const decision of [DISMISS, { kind: 'add', text: 'Better.' } as const]) {
    const site = applyEdit(SITE, getEdit(SITE, 'One.', decision) ?? {})
    expect(getSharedOutline(site).summary.text).toBe(decision.kind === 'add' ? 'Better. Two.' : 'Two.')
    expect(reviewItems(site).map(({ text }) => text)).toEqual(['Three.'])
    expect(getSharedOutline({ ...site, summary: null }).summary.text).toBe('Two.')
  }
})

test('reviewEdit turns a possible line into its speaker’s step, or drops the line', () => {
  const site = { ...SITE, possible_steps: ['s1', 's2'] }
  const step = { ...said('Ben: No, please don’t.', 2000), speaker: 'Ben' }
  expect(getEdit(site, step.text, ADD)).toEqual({ possible_steps: ['s1'], todo_list: [step] })
  expect(getEdit(site, step.text, { kind: 'add', text: 'Ben: stop' })).toMatchObject({
    todo_list: [{ ...step, text: 'Ben: stop' }],
  })
  expect(getEdit(site, step.text, DISMISS)).toEqual({ possible_steps: ['s1'] })
})

test('reviewEdit uses the current page, and returns null for items no longer waiting', () => {
  const site = { ...SITE, gpt_todo_list: [waits('Ben: call', 2000), waits('Ana: wait', 3000)], withheld: [WITHHELD] }
  const now = { ...site, todo_list: ['New', waits('Ben: call', 2000)], withheld: [], summary: 'One. Mine.' }
  expect(getEdit(site, 'Ben: call', ADD, now)).toEqual({ todo_list: ['New', said('Ben: call', 2000)] })
  for (const gone of ['Ana: wait', 'Send it tonight', 'One.']) expect(getEdit(site, gone, ADD, now)).toBeNull()
})

test('reviewEdits decides several items in one edit', () => {
  const site = { ...SITE, gpt_quotes: [waits('A.', 1000), waits('B.', 2000)] }
  expect(reviewEdits(site, reviewItems(site), ADD)).toEqual({
    quotes: [said('A.', 1000), said('B.', 2000)],
    summary: 'One. Two. Three.',
  })
  expect(reviewEdits(site, [], ADD)).toBeNull()
})
