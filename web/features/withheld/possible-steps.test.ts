import { expect, test } from 'vitest'
import type { Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { applyEdit } from '../microsite/edit/owner-edit.ts'
import { sampleSite } from '../library/microsite.testing.ts'
import { addSteps, isUnwritten, possibleSteps } from './possible-steps.ts'
import { withheldRows } from './withheld-rows.ts'

const STEP: WithheldItem = {
  list: 'todo_list',
  text: 'Ben: “I’ll send you that tonight”',
  reason: 'unworded',
  detail: null,
  segment_ids: ['s2', 's1'],
}
const SITE = sampleSite({
  gpt_todo_list: ['Call Ben', '', { text: 'Ana: book it', start_ms: 9000, segment_ids: ['s9'] }],
  gpt_action_points: [],
  segments: [
    { id: 's1', start_ms: 1000, end_ms: 2000, speaker: 'Ana', text: 'Could I have the list of prices?' },
    { id: 's2', start_ms: 2000, end_ms: 4000, speaker: 'Ben', text: 'I’ll send you that tonight.' },
  ],
  withheld: [STEP],
})
const ENTRY = { text: 'Ben: send the prices', speaker: null, start_ms: 1000, end_ms: 4000, segment_ids: ['s1', 's2'] }
const added = (site: Microsite) =>
  addSteps(
    site,
    possibleSteps(site).map((step) => ({ words: ' Ben: send the prices ', step })),
  )

test('a promise that no step states leads to the lines around it, and is none of what verification kept off', () => {
  expect(possibleSteps(SITE)).toMatchObject([
    {
      text: STEP.text,
      begin: 'Ben: ',
      speaker: null,
      moment: { startMs: 1000, endMs: 4000, segmentIds: ['s1', 's2'] },
    },
  ])
  expect(withheldRows(SITE)).toEqual([])
  expect(possibleSteps({ ...SITE, withheld: [{ ...STEP, reason: 'owner' }] })).toEqual([])
  expect(possibleSteps({ ...SITE, withheld: [{ ...STEP, segment_ids: ['gone'] }] })).toEqual([])
})

test('worded, it is in both lists at its moment, and the other entries keep their order', () => {
  expect(added(SITE)).toEqual({ todo_list: ['Call Ben', ENTRY, SITE.gpt_todo_list?.[2]], action_points: [ENTRY] })
  const own = [{ text: 'Later', start_ms: 500 }, 'Mine']
  expect(added({ ...SITE, todo_list: own }).todo_list).toEqual([...own, ENTRY])
})

test('a step that was worded is possible no more, and is again once it is removed from both lists', () => {
  const shown = applyEdit(SITE, added(SITE))
  expect(possibleSteps(shown)).toEqual([])
  expect(possibleSteps({ ...shown, todo_list: [] })).toEqual([])
  expect(possibleSteps({ ...shown, todo_list: [], action_points: [] })).toHaveLength(1)
})

test('a name without a step is no wording', () => {
  expect(['', ' ', 'Ben:', 'Ben: ', 'Ben: send'].map((words) => isUnwritten(words, { begin: 'Ben: ' }))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
})
