import { expect, test } from 'vitest'
import { captionImport } from './caption-import.ts'
import { hostileAnalyst } from './hostile-analyst.ts'
import type { RecapMeasures } from './recap-measures.ts'
import { recapQuality } from './recap-quality.ts'
import { distance } from './word-errors.ts'

function share(rows: readonly RecapMeasures[], of: (row: RecapMeasures) => readonly [number, number]): number {
  const [hits, all] = rows.map(of).reduce(([a, b], [c, d]) => [a + c, b + d] as const, [0, 0] as const)
  return hits / all
}

test('recaps of six sales, demo and customer calls keep their measured quality', async () => {
  const rows = await recapQuality(() => {})
  expect(rows.length).toBeGreaterThanOrEqual(6)
  expect(share(rows, ({ actions }) => [actions.found, actions.expected])).toBeGreaterThan(0.75)
  expect(share(rows, ({ actions }) => [actions.right, actions.shown])).toBeGreaterThan(0.75)
  expect(share(rows, ({ owners }) => [owners.found, owners.expected])).toBeGreaterThan(0.9)
  expect(share(rows, ({ decisions }) => [decisions.found, decisions.expected])).toBeGreaterThan(0.6)
  expect(rows.reduce((sum, row) => sum + row.notes, 0) / rows.length).toBeGreaterThan(38)
})

test('a summary tells what was said, beside the sentence it begins with', async () => {
  const rows = [...(await recapQuality(() => {})), ...(await recapQuality(() => {}, 'held-out'))]
  expect(share(rows, ({ retold }) => [retold.found, retold.expected])).toBeGreaterThan(0.8)
  expect(share(rows, ({ facts }) => [facts.found, facts.expected])).toBeGreaterThan(0.15)
})

test('calls that were held out have their tasks and owners found', async () => {
  const rows = await recapQuality(() => {}, 'held-out')
  expect(rows.length).toBeGreaterThanOrEqual(3)
  expect(share(rows, ({ actions }) => [actions.found, actions.expected])).toBeGreaterThan(0.6)
  expect(share(rows, ({ actions }) => [actions.right, actions.shown])).toBeGreaterThan(0.8)
  expect(share(rows, ({ owners }) => [owners.found, owners.expected])).toBeGreaterThan(0.9)
})

test('every quote of these recaps is verbatim and by its speaker, no number is invented, 95 % of the sentences are well formed', async () => {
  const rows = [...(await recapQuality(() => {})), ...(await recapQuality(() => {}, 'held-out'))]
  for (const { quotes, inventedNumbers } of rows) {
    expect(quotes.shown).toBeGreaterThan(0)
    expect(quotes.faithful).toBe(quotes.shown)
    expect(inventedNumbers).toBe(0)
  }
  expect(rows.reduce((sum, row) => sum + row.wellFormed, 0) / rows.length).toBeGreaterThanOrEqual(0.95)
})

test.each(['calls', 'held-out'] as const)('of what a hostile analyst claims of %s hardly anything is shown, no unsupported quote at all, and what is true is shown', async (folder) => {
  const { invented, honest, quotes } = await hostileAnalyst(10_000, folder)
  const of = (kinds: typeof honest, what: 'wrong' | 'marked' | 'proposed') => kinds.reduce((sum, kind) => sum + kind[what], 0)
  expect(of(invented, 'proposed')).toBeGreaterThan(9000)
  expect(of(invented, 'wrong') / of(invented, 'proposed')).toBeLessThan(0.04)
  expect(of(honest, 'wrong') / of(honest, 'proposed')).toBeLessThan(0.03)
  expect(of(honest, 'marked') / of(honest, 'proposed')).toBeLessThan(0.03)
  expect(quotes.shown).toBeGreaterThan(100)
  expect(quotes.unsupported).toBe(0)
  // On a busy machine 10,000 items take about a minute.
}, 300_000)

test('captions come back from every format with their words, speakers and times', async () => {
  for (const { same, written } of await captionImport()) expect(same).toBe(written)
})

test.each([
  ['a b c', 'a b c', 0],
  ['a b c', 'a x c', 1],
  ['a b c', '', 3],
  ['', 'a', 1],
  ['a b c d', 'b c d e', 2],
])('word errors from "%s" to "%s" are %i', (said, heard, errors) => {
  const words = (text: string) => text.split(' ').filter(Boolean)
  expect(distance(words(said), words(heard))).toBe(errors)
})
