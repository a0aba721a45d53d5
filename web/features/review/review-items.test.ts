import { expect, test } from 'vitest'
import { reviewItems } from './review-items.ts'
import { sampleSite } from '../library/microsite.testing.ts'

const shown = (...changes: Parameters<typeof sampleSite>) =>
  reviewItems(sampleSite(...changes)).map(({ part, text }) => `${part}: ${text}`)

test('the title, the lines of the summary and the next steps are reviewed, the steps in the order of the call', () => {
  expect(shown()).toEqual([
    'title: First call',
    'summary: Dana shows the queue.',
    'summary: Marcus wants a trial.',
    'steps: Priya reviews it next week.',
    'steps: Dana: send the report by Friday',
    'steps: Call the warehouse',
  ])
})

test('a step that both lists state is reviewed once and is in both', () => {
  const steps = reviewItems(sampleSite()).filter(({ part }) => part === 'steps')
  expect(steps.map(({ places }) => places)).toEqual([
    [{ list: 'action_points', index: 1 }],
    [
      { list: 'todo_list', index: 2 },
      { list: 'action_points', index: 0 },
    ],
    [{ list: 'todo_list', index: 1 }],
  ])
})

test('a line brings its moment and what is to be checked of it', () => {
  expect(reviewItems(sampleSite())[2]).toMatchObject({
    moment: { startMs: 2000, segmentIds: ['s2000'] },
    unproven: ['Marcus'],
  })
})

test('a summary without evidence is cut into its sentences', () => {
  expect(
    shown({ gpt_summary: 'One. Two?\n\nThree', summary_evidence: null, gpt_todo_list: [], gpt_action_points: null }),
  ).toEqual(['title: First call', 'summary: One.', 'summary: Two?', 'summary: Three'])
})

test('a page that says nothing has its title', () => {
  expect(shown({ gpt_summary: null, summary_evidence: [], gpt_todo_list: [], gpt_action_points: [] })).toEqual([
    'title: First call',
  ])
})
