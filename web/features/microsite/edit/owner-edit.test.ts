import { expect, test } from 'vitest'
import { sampleSite } from '../../library/microsite.testing.ts'
import { applyEdit, shownEntries, getUndo, withWaiting } from './owner-edit.ts'

const QUOTE = { text: 'We need it.', speaker: 'Ann', start_ms: 0, end_ms: 1000, segment_ids: ['s1'] }
const SITE = sampleSite({
  title: 'Call',
  tags: ['Acme'],
  gpt_summary: 'They need it.',
  summary_evidence: null,
  gpt_quotes: [QUOTE, 'By hand'],
  gpt_action_points: null,
  gpt_important_points: null,
  gpt_todo_list: null,
  segments: [
    {
      id: 's1',
      start_ms: 0,
      end_ms: 1000,
      speaker: 'Ann',
      text: 'We need it.',
      words: [{ text: 'We', start_ms: 0, end_ms: 1 }],
    },
    { id: 's2', start_ms: 1000, end_ms: 2000, speaker: null, text: 'Agreed.' },
  ],
})

/** What a person sees before, after, and after undoing it. */
function thereAndBack(edit: Parameters<typeof applyEdit>[1]) {
  const after = applyEdit(SITE, edit)
  return { after, back: applyEdit(after, getUndo(SITE, edit, after)) }
}

test('an edited section can be restored to the analysis’ version', () => {
  const { after, back } = thereAndBack({ title: 'Acme', summary: 'Mine.', quotes: [], tags: [] })
  expect(after).toMatchObject({ title: 'Acme', summary: 'Mine.', quotes: [], tags: [] })
  expect(back).toEqual(SITE)
  expect(getUndo(SITE, { summary: 'Mine.' }, after)).toEqual({ summary: null })
})

test('a renamed speaker is renamed in the transcript and wherever the speaker is named', () => {
  const { after, back } = thereAndBack({ rename_speaker: { from: 'Ann', to: 'Anna' } })
  expect(after.segments.map(({ speaker }) => speaker)).toEqual(['Anna', null])
  expect(after.gpt_quotes).toEqual([{ ...QUOTE, speaker: 'Anna' }, 'By hand'])
  expect(back.segments).toEqual(SITE.segments)
})

test('two speakers that were merged can be separated again', () => {
  const site = { ...SITE, segments: SITE.segments.map((line) => ({ ...line, speaker: line.speaker ?? 'Bob' })) }
  const edit = { rename_speaker: { from: 'Ann', to: 'Bob' } }
  const after = applyEdit(site, edit)
  expect(after.segments.every(({ speaker }) => speaker === 'Bob')).toBe(true)
  expect(applyEdit(after, getUndo(site, edit, after)).segments.map(({ speaker }) => speaker)).toEqual(['Ann', 'Bob'])
})

test('a line with changed words loses the engine’s words, one with another speaker doesn’t', () => {
  const words = applyEdit(SITE, { segments: [{ id: 's1', text: 'We want it.' }] }).segments[0]
  expect(words).toMatchObject({ text: 'We want it.', speaker: 'Ann' })
  expect(words).not.toHaveProperty('words')
  expect(applyEdit(SITE, { segments: [{ id: 's1', speaker: 'Bob' }] }).segments[0]).toEqual({
    ...SITE.segments[0],
    speaker: 'Bob',
    heard: { speaker: 'Ann' },
  })
})

test('a transcript restored to the analysis’ version can get its corrections back', () => {
  const site = applyEdit(SITE, {
    segments: [
      { id: 's1', text: 'We want it.' },
      { id: 's2', speaker: 'Bob' },
    ],
  })
  const after = applyEdit(site, { segments: null })
  expect(after).toEqual(SITE)
  expect(applyEdit(after, getUndo(site, { segments: null }, after))).toEqual(site)
})

test('undoing a transcript correction restores the quote that lost its words', () => {
  const edit = { segments: [{ id: 's1', text: 'Something else.' }] }
  const after = { ...applyEdit(SITE, edit), gpt_quotes: ['By hand'] }
  expect(getUndo(SITE, edit, after)).toEqual({
    segments: [{ id: 's1', text: 'We need it.', speaker: 'Ann' }],
    quotes: [QUOTE, 'By hand'],
  })
})

test('a list edit leaves waiting items where they were said', () => {
  const waits = { ...QUOTE, text: 'Agreed.', start_ms: 1000, unconfirmed: true }
  const later = { ...QUOTE, text: 'Bye.', start_ms: 2000 }
  const site = { ...SITE, gpt_quotes: [QUOTE, waits, later, 'By hand'] }
  expect(shownEntries(site, 'quotes')).toEqual([QUOTE, later, 'By hand'])
  expect(withWaiting(site, 'quotes', ['Mine', later])).toEqual(['Mine', waits, later])
  expect(withWaiting(site, 'quotes', [])).toEqual([waits])
})
