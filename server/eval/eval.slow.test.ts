import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLlamaAnalyst } from '../src/analysis/llama.ts'
import { installStandInLlama } from '../src/analysis/llama-stand-in.testing.ts'
import { thisMachine } from '../src/speech-models/writing-model.ts'
import { readCalls } from './calls.ts'
import { captionImport } from './caption-import.ts'
import { hostileAnalyst } from './hostile-analyst.ts'
import type { RecapMeasures } from './recap-measures.ts'
import { recapOf, recapQuality } from './recap-quality.ts'
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

test('a writing model of this machine is measured on the same calls; a stand-in has read them to the end', async () => {
  const modelsFolder = await mkdtemp(join(tmpdir(), 'eval-'))
  try {
    const analyst = createLlamaAnalyst({ modelsFolder, models: [await installStandInLlama(modelsFolder)], machine: () => ({ ...thisMachine(), cores: 1 }) })
    const [call] = await readCalls('held-out')
    if (call === undefined) throw new Error('there is no call')
    const { recap, segments } = await recapOf(call, analyst)
    expect(recap.use).toMatchObject({ model: 'stand-in' })
    expect(recap.use?.input_tokens).toBeGreaterThan(segments.length * 10)
  } finally {
    await rm(modelsFolder, { recursive: true })
  }
})

test('of 10,000 drafts of a hostile analyst no unsupported quote is shown', async () => {
  const { shown, unsupported } = await hostileAnalyst(10_000)
  expect(shown).toBeGreaterThan(1000)
  expect(unsupported).toBe(0)
  // On a busy machine 10,000 drafts take about a minute.
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
