import { expect, test } from 'vitest'
import { lineEdits, typeInto } from './line-edits.ts'

const LINES = [
  { id: 's1', start_ms: 0, end_ms: 1000, speaker: 'Ann', text: 'We need it.' },
  { id: 's2', start_ms: 1000, end_ms: 2000, speaker: null, text: 'Agreed.' },
]

test('sends only changed lines', () => {
  const draft = typeInto(
    typeInto(typeInto(new Map(), 's1', { text: ' We need it. ' }), 's1', { speaker: 'Ann' }),
    's2',
    { speaker: ' Bob ' },
  )
  expect(lineEdits(LINES, draft)).toEqual([{ id: 's2', speaker: 'Bob' }])
  expect(lineEdits(LINES, new Map())).toEqual([])
})

test('merges words and speaker of one line into one edit', () => {
  const draft = typeInto(typeInto(new Map(), 's1', { text: 'We want it.' }), 's1', { speaker: '' })
  expect(lineEdits(LINES, draft)).toEqual([{ id: 's1', text: 'We want it.', speaker: null }])
})

test('keeps the words of an emptied line', () => {
  expect(lineEdits(LINES, typeInto(new Map(), 's1', { text: '  ' }))).toEqual([])
})
