import { expect, test } from 'vitest'
import type { Segment } from '../contract/transcript.ts'
import { editLine, originalLine } from './edit-line.ts'

const LINE: Segment = {
  id: 's1',
  start_ms: 0,
  end_ms: 1000,
  speaker: 'Ann',
  text: 'We need it.',
  words: [{ text: 'We', start_ms: 0, end_ms: 100 }],
}

test('keeps the transcribed line on the first edit, and doesn’t change it on later ones', () => {
  const once = editLine(LINE, { text: 'We want it.' })
  expect(once).toEqual({
    id: 's1',
    start_ms: 0,
    end_ms: 1000,
    speaker: 'Ann',
    text: 'We want it.',
    heard: { text: LINE.text, words: LINE.words },
  })
  const twice = editLine(editLine(once, { text: 'We wanted it.', speaker: 'Bob' }), { speaker: null })
  expect(twice).toMatchObject({
    text: 'We wanted it.',
    speaker: null,
    heard: { text: LINE.text, words: LINE.words, speaker: 'Ann' },
  })
  expect(originalLine(twice)).toEqual(LINE)
})

test('drops the original when an edit restores it, and returns an unchanged line as is', () => {
  const edited = editLine(LINE, { text: 'We want it.', speaker: 'Bob' })
  expect(editLine(edited, { text: LINE.text })).toEqual({ ...LINE, speaker: 'Bob', heard: { speaker: 'Ann' } })
  expect(editLine(edited, { text: LINE.text, speaker: 'Ann' })).toEqual(LINE)
  expect(editLine(LINE, { text: LINE.text })).toBe(LINE)
  expect(originalLine(LINE)).toBe(LINE)
})

test('restores an unknown speaker', () => {
  const unknown = { ...LINE, speaker: null }
  expect(originalLine(editLine(unknown, { speaker: 'Ann' }))).toEqual(unknown)
})
