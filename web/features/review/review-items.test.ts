import { expect, test } from 'vitest'
import type { Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { sampleSite } from '../library/microsite.testing.ts'
import { canBeAdded, countWaiting, reviewItems } from './review-items.ts'

const line = (id: string, start_ms: number, speaker: string | null, text: string) => ({
  id,
  start_ms,
  end_ms: start_ms + 900,
  speaker,
  text,
})
const SEGMENTS = [
  line('s1', 1000, 'Ana', 'I will send it tonight.'),
  line('s2', 2000, 'Ben', 'No, please don’t.'),
  line('s3', 3000, null, 'Someone should call.'),
]
const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 900, segment_ids: [`s${start_ms / 1000}`] })
const waits = (text: string, start: number) => ({ text, ...at(start), unconfirmed: true })
const EMPTY = {
  segments: SEGMENTS,
  gpt_summary: 'We talked.',
  summary_evidence: null,
  gpt_quotes: null,
  gpt_important_points: null,
  gpt_action_points: null,
  gpt_todo_list: null,
} satisfies Partial<Microsite>
const withheld = (changes: Partial<WithheldItem>): WithheldItem => ({
  list: 'todo_list',
  text: 'Send it tonight',
  reason: 'taken_back',
  detail: null,
  segment_ids: ['s1'],
  ...changes,
})
const getItems = (changes: Partial<Microsite> = {}) => reviewItems(sampleSite({ ...EMPTY, ...changes }))
const shown = (changes: Partial<Microsite>) => getItems(changes).map(({ part, text }) => `${part}: ${text}`)

test('reviewItems lists next steps first, then points, quotes, the summary, the title and possible lines', () => {
  const site = {
    gpt_quotes: [waits('No, please don’t.', 2000), { text: 'Shown.', ...at(1000) }],
    gpt_important_points: [waits('It costs 5.', 2000), waits('It is late.', 1000)],
    gpt_todo_list: ['By hand', waits('Ana: send it', 1000)],
    gpt_summary: 'Hidden. We talked.',
    summary_evidence: [waits('Hidden.', 1000), { text: 'We talked.', ...at(1000) }],
    withheld: [withheld({ list: 'title', text: 'Tills' })],
    possible_steps: ['s1', 's3', 'gone'],
  }
  expect(shown(site)).toEqual([
    'steps: Ana: send it',
    'points: It is late.',
    'points: It costs 5.',
    'quotes: No, please don’t.',
    'summary: Hidden.',
    'title: Tills',
    'lines: Someone should call.',
  ])
  expect(countWaiting(getItems(site))).toBe(6)
  expect(shown({ ...site, status: 'processing' })).toEqual([])
})

test('reviewItems lists a step once that is in both lists and a withheld item, with all doubts', () => {
  const [step, ...others] = getItems({
    gpt_todo_list: [{ ...waits('Ana: send it tonight', 1000), doubt: { reason: 'owner', detail: null } }],
    gpt_action_points: [{ ...waits('Ana will send it on Friday.', 1000), doubt: { reason: 'day', detail: 'Friday' } }],
    withheld: [withheld({ list: 'action_points', text: 'Ana will send it tonight', reason: 'number' })],
  })
  expect(others).toEqual([])
  expect(step).toMatchObject({
    text: 'Ana: send it tonight',
    isWithheld: false,
    otherWords: ['Ana will send it on Friday.'],
    doubts: [{ reason: 'owner' }, { reason: 'day' }, { reason: 'number' }],
  })
})

test('reviewItems pairs each step with the most similar one in the other list', () => {
  const steps = getItems({
    gpt_todo_list: [waits('Ana: send the report', 1000), waits('Ana: send the invoice', 1000)],
    gpt_action_points: [waits('Ana will send the invoice.', 1000), waits('Ana will send the report.', 1000)],
  })
  expect(steps.map(({ sources }) => sources.map(({ item }) => item.text))).toEqual([
    ['Ana: send the report', 'Ana will send the report.'],
    ['Ana: send the invoice', 'Ana will send the invoice.'],
  ])
  expect(steps.flatMap(({ otherWords }) => otherWords)).toEqual([])
})

test('reviewItems omits a withheld item that the page already states', () => {
  expect(
    shown({ withheld: [withheld({})], gpt_action_points: [{ text: 'Ana: send it tonight', ...at(1000) }] }),
  ).toEqual([])
  expect(shown({ withheld: [withheld({ list: 'title', text: 'First call' })] })).toEqual([])
  expect(shown({ withheld: [withheld({})], gpt_todo_list: [waits('Ben: call', 2000)] })).toHaveLength(2)
})

test('reviewItems offers the line instead of a quote that isn’t verbatim, and nothing without a line', () => {
  const quote = withheld({ list: 'quotes', reason: 'quote', text: 'I send it' })
  const [item] = getItems({ withheld: [quote] })
  expect(item).toMatchObject({
    text: 'I will send it tonight.',
    isWithheld: true,
    doubts: [{ reason: 'quote', detail: 'I send it' }],
  })
  const [without] = getItems({ withheld: [{ ...quote, segment_ids: [] }] })
  expect([item, without].map((each) => each && canBeAdded(each))).toEqual([true, false])
})

test('reviewItems omits dismissed sentences and those in the owner’s summary', () => {
  const summary_evidence = [waits('One.', 1000), { ...waits('Two.', 2000), dismissed: true }, waits('Three.', 3000)]
  expect(shown({ summary_evidence, gpt_summary: 'One. Two. Three.' })).toEqual(['summary: One.', 'summary: Three.'])
  expect(shown({ summary_evidence, summary: 'One. Mine.' })).toEqual(['summary: Three.'])
})

test('reviewItems offers a possible line with its speaker, unless a step cites it', () => {
  const possible_steps = ['s1', 's2', 's3']
  expect(shown({ possible_steps, todo_list: [{ text: 'Ben: stop', ...at(2000) }] })).toEqual([
    'lines: Ana: I will send it tonight.',
    'lines: Someone should call.',
  ])
  expect(shown({ possible_steps: ['s1'], withheld: [withheld({})] })).toEqual(['steps: Send it tonight'])
})
