import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDrafts, getEntries, insertAfter, moveRow } from './entry-drafts.ts'

const POINT = { text: 'Ann sends the report.', speaker: 'Ann', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] }

test('an edited entry keeps its timestamp, a new one has none, an emptied one is left out', () => {
  const [first, second] = getDrafts([POINT, 'By hand'])
  if (!first || !second) throw new Error('no rows')
  const rows = insertAfter(
    [
      { ...first, text: ' Ann sends it on Friday. ' },
      { ...second, text: ' ' },
    ],
    0,
    { text: 'New', speaker: null, entry: null },
  )
  expect(getEntries(rows)).toEqual([{ ...POINT, text: 'Ann sends it on Friday.' }, 'New'])
})

test('untouched entries come back unchanged', () => {
  const entries = [POINT, 'By hand', { text: 'No one said this' }, { ...POINT, speaker: null }]
  expect(getEntries(getDrafts(entries))).toEqual(entries)
})

test('a quote can be reassigned to another speaker or to none', () => {
  const [row] = getDrafts([POINT])
  if (!row) throw new Error('no row')
  expect(getEntries([{ ...row, speaker: 'Bob' }])).toEqual([{ ...POINT, speaker: 'Bob' }])
  expect(getEntries([{ ...row, speaker: null }])).toEqual([{ ...POINT, speaker: null }])
  expect(getEntries([{ ...row, entry: 'By hand', speaker: 'Bob' }])).toEqual([{ text: POINT.text, speaker: 'Bob' }])
})

test('moving keeps every row, and has no effect beyond the first and last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { minLength: 1 }),
      fc.nat(20),
      fc.constantFrom(-1 as const, 1 as const),
      (texts, anywhere, by) => {
        const rows = getDrafts(texts)
        const index = anywhere % rows.length
        const moved = moveRow(rows, index, by)
        expect(moved.map(({ key }) => key).toSorted((a, b) => a - b)).toEqual(rows.map(({ key }) => key))
        expect(moved[Math.min(rows.length - 1, Math.max(0, index + by))]).toBe(rows[index])
      },
    ),
  )
})
