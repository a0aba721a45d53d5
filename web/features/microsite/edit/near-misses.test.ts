import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { correctNearMiss, findNearMisses } from './near-misses.ts'

const line = (text: string, id = 's1') => ({ id, start_ms: 0, end_ms: 1000, speaker: null, text })
const NAMES = ['Paysprout', 'Kirsten Vail', 'Northwind', 'Rollout', 'Gatepeg', 'Marsh']

test.each([
  ['We moved to Pay Sprout in May.', 'Pay Sprout', 'Paysprout'],
  ['We moved to pay-Sprout in May.', 'pay Sprout', 'Paysprout'],
  ["That is Pay Sprout's offer.", 'Pay Sprout', 'Paysprout'],
  ['We moved to Paysprowt in May.', 'Paysprowt', 'Paysprout'],
  ['I spoke with Kristen about it.', 'Kristen', 'Kirsten'],
  ['It is called Gatepag now.', 'Gatepag', 'Gatepeg'],
])('in “%s”, “%s” may be “%s”', (text, said, name) => {
  expect(findNearMisses([line(text)], NAMES)).toEqual([{ said, name, lines: ['s1'] }])
})

test.each([
  ['the name itself', 'We moved to Paysprout, and Paysprout’s team helped.'],
  ['its plural', 'There are two Paysprouts.'],
  ['ordinary words', 'We plan to roll out with the north wind behind us.'],
  ['a word that begins a sentence', 'Roll out is in May. Marshy ground.'],
  ['words of two sentences', 'That is all we Pay. Sprout is another firm.'],
  ['words with a comma between them', 'They asked Pay, Sprout and others.'],
  ['a month', 'We start in March.'],
  ['a word that is written small elsewhere', 'The Gateped is new. I like that gateped.'],
  ['another person whose name is known too', 'I asked Kirsten Vail.'],
])('suggests nothing for %s', (_, text) => {
  expect(findNearMisses([line(text)], NAMES)).toEqual([])
})

test('suggests nothing in German, which capitalizes all nouns', () => {
  expect(findNearMisses([line('Wir sehen Nordwind und die Paysprowt.')], NAMES, 'de-AT')).toEqual([])
})

test('lists each spelling once with its lines, without redacted ones', () => {
  const lines = [line('We use Pay Sprout.', 'a'), line('In Pay Sprout, yes.', 'b')]
  const redacted = { ...line('Not Pay Sprout.', 'c'), redacted: true as const }
  expect(findNearMisses([...lines, redacted], NAMES)).toEqual([
    { said: 'Pay Sprout', name: 'Paysprout', lines: ['a', 'b'] },
  ])
})

test('corrects every place in a line, but no part of a word', () => {
  const miss = { said: 'Pay Sprout', name: 'Paysprout' }
  expect(correctNearMiss('Pay Sprout, Pay-Sprout’s and Pay Sprouting.', miss)).toBe(
    'Paysprout, Paysprout’s and Pay Sprouting.',
  )
})

const CALLS = new URL('../../../../server/eval/sales/chosen-on/', import.meta.url)
const calls = readdirSync(CALLS).filter((file) => file.endsWith('.vtt'))

test.each(calls)('suggests nothing in %s, which has no misspelled names', (file) => {
  const cues = [...readFileSync(new URL(file, CALLS), 'utf8').matchAll(/^<v ([^>]+)>(.*)$/gm)]
  const speakers = new Set(cues.map(([, speaker = '']) => speaker))
  const title = file.replace('.vtt', '').replace(/(?:^|-)\p{L}/gu, (start) => ` ${start.toUpperCase()}`)
  const lines = cues.map(([, , text = ''], index) => line(text, `s${index}`))
  expect(lines.length).toBeGreaterThan(20)
  expect(findNearMisses(lines, [...speakers, ...title.split(/[ -]+/)])).toEqual([])
})
