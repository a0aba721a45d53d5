import { expect, test } from 'vitest'
import { withoutInvented } from './invented-speech.ts'

const line = (text: string, start_ms = 0, end_ms = start_ms + 2000) => ({ start_ms, end_ms, speaker: null, text })
const kept = (...texts: string[]) =>
  withoutInvented(
    texts.map((text, i) => line(text, i * 2000)),
    [],
  ).map(({ text }) => text)

test.each([
  'Thanks for watching!',
  'Thank you so much for watching.',
  'Please like and subscribe to my channel.',
  'Subtitles by the Amara.org community',
  'Untertitel der Amara.org-Community',
  'ご視聴ありがとうございました',
  '[Music]',
  '♪♪',
  'So so so so so so so so.',
])('removes “%s”, which recognizers write over music and silence', (text) => {
  expect(kept('Hello everyone.', text)).toEqual(['Hello everyone.'])
})

test.each([
  'Thank you for watching the budget so closely, it helps.',
  'We subscribe to a service for subtitles.',
  'Thank you.',
  'No, no, no, not again.',
])('keeps “%s”, which people say', (text) => {
  expect(kept(text)).toEqual([text])
})

test('keeps a line that is repeated once, and the first of one that is repeated again and again', () => {
  expect(kept('I will send it.', 'I will send it.', 'Good.')).toHaveLength(3)
  expect(kept('Hi.', 'I will send it.', 'I will send it!', 'I will send it.', 'Bye.')).toEqual([
    'Hi.',
    'I will send it.',
    'Bye.',
  ])
  expect(kept('Yeah.', 'Yeah.', 'Yeah.')).toHaveLength(3)
})

test('removes a few words in a silence, and keeps a sentence of a quiet speaker', () => {
  const silences = [{ startMs: 10_000, endMs: 30_000 }]
  const lines = [line('Thank you.', 9_000), line('Thank you.', 12_000), line('I am sitting far away from you.', 15_000)]
  expect(withoutInvented(lines, silences)).toEqual([lines[0], lines[2]])
})

test('removes the prompt that a recognizer repeats over music, and keeps a spoken name', () => {
  const prompt = 'Discovery call - Lumen Desk and Brightwater Logistics. Helpline Cloud, Ann Example'
  const said = [line('Helpline Cloud.', 20_000), line('Lumen Desk and Brightwater met.', 24_000)]
  const echoes = [line('Lumen Desk and Brightwater Logistics.', 0), line('Helpline Cloud, Ann', 4_000, 4_000)]
  expect(withoutInvented([...echoes, ...said], [], prompt)).toEqual(said)
})
