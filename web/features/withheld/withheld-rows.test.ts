import { expect, test } from 'vitest'
import type { Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { sampleSite } from '../library/microsite.testing.ts'
import { withheldRows } from './withheld-rows.ts'

const SITE = sampleSite({
  gpt_summary: 'We talked.',
  summary_evidence: null,
  gpt_todo_list: ['Call Ben', ''],
  segments: [
    { id: 's1', start_ms: 1000, end_ms: 2000, speaker: 'Ana', text: 'I will send it tonight.' },
    { id: 's2', start_ms: 2000, end_ms: 4000, speaker: 'Ben', text: 'No, please don’t.' },
  ],
})
const ITEM: WithheldItem = {
  list: 'todo_list',
  text: 'Send it tonight',
  reason: 'taken_back',
  detail: null,
  segment_ids: ['s1'],
}
const rowsOf = (item: Partial<WithheldItem>, changes: Partial<Microsite> = {}) =>
  withheldRows({ ...SITE, withheld: [{ ...ITEM, ...item }], ...changes })
const editOf = (...args: Parameters<typeof rowsOf>) => rowsOf(...args)[0]?.edit

test('nothing is listed where nothing was kept off the page', () => {
  expect([...withheldRows(SITE), ...withheldRows({ ...SITE, withheld: [] })]).toEqual([])
})

test('an item leads to the lines that it names, by their speaker where it is one', () => {
  expect(rowsOf({})).toMatchObject([{ speaker: 'Ana', moment: { startMs: 1000, endMs: 2000, segmentIds: ['s1'] } }])
  expect(rowsOf({ segment_ids: ['s2', 's1'] })).toMatchObject([
    { speaker: null, moment: { startMs: 1000, endMs: 4000, segmentIds: ['s1', 's2'] } },
  ])
  expect(rowsOf({ segment_ids: ['gone'] })).toMatchObject([{ moment: null }])
})

test('shown anyway it is added to what the page says, with its moment', () => {
  const entry = { text: 'Send it tonight', speaker: 'Ana', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] }
  expect(editOf({})).toEqual({ todo_list: ['Call Ben', entry] })
  expect(editOf({}, { todo_list: [] })).toEqual({ todo_list: [entry] })
  expect(editOf({ list: 'action_points', segment_ids: [] })).toEqual({
    action_points: [expect.anything(), expect.anything(), { text: 'Send it tonight' }],
  })
  expect(editOf({ list: 'summary' })).toEqual({ summary: 'We talked. Send it tonight' })
  expect(editOf({ list: 'title', text: 'x'.repeat(400) })).toEqual({ title: 'x'.repeat(300) })
})

test('a quote that nobody said is never shown: its line is quoted in its place, and without a line nothing', () => {
  const quote = { list: 'quotes', reason: 'quote', text: 'I send it' } as const
  expect(editOf(quote)).toEqual({
    quotes: [
      expect.anything(),
      { text: 'I will send it tonight.', speaker: 'Ana', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] },
    ],
  })
  expect(editOf({ ...quote, segment_ids: [] })).toBeNull()
  expect(editOf({ list: 'quotes', reason: 'negation', text: 'send it tonight' })).toMatchObject({
    quotes: [{}, { text: 'send it tonight', segment_ids: ['s1'] }],
  })
})

test('what its owner has put on the page is no longer listed', () => {
  expect(rowsOf({}, { todo_list: ['Send it tonight'] })).toEqual([])
  expect(rowsOf({ list: 'summary' }, { summary: 'Hello. Send it tonight' })).toEqual([])
  expect(rowsOf({ list: 'title', text: 'First call' })).toEqual([])
  expect(
    rowsOf(
      { list: 'quotes', reason: 'quote' },
      { quotes: [{ text: 'I will send it', start_ms: 0, segment_ids: ['s1'] }] },
    ),
  ).toEqual([])
})
