import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createLlamaAnalyst } from '../src/analysis/models/llama.ts'
import { installTestLlama } from '../src/analysis/models/llama-test-model.testing.ts'
import { thisMachine } from '../src/speech-models/choose-model.ts'
import { checkAnswers, type CheckedAnswer, type Outcome } from './answers.ts'
import { readCalls, readSalesCalls } from './calls.ts'
import { faithfulQuotes, inventedNumbers } from './faithful.ts'
import { getRecap, type RecapOfCall } from './get-recap.ts'

const MOST_LINES = 6
/** The recaps of all the repository's calls, including those not used for tuning: these rules hold for any call. */
const recaps: RecapOfCall[] = []

beforeAll(async () => {
  const older = [...(await readCalls()), ...(await readCalls('held-out'))].map(({ cues }) => ({ cues, date: null }))
  const sales = [...(await readSalesCalls('chosen-on')), ...(await readSalesCalls('untouched'))].map(
    ({ cues, notes }) => ({ cues, date: notes.date }),
  )
  for (const { cues, date } of [...older, ...sales]) recaps.push(await getRecap(cues, date))
})

test('every quote of a recap is verbatim and by its speaker', () => {
  for (const { recap, segments } of recaps) expect(faithfulQuotes(recap.quotes, segments)).toEqual(recap.quotes)
  expect(recaps.flatMap(({ recap }) => recap.quotes).length).toBeGreaterThan(0)
})

test('no recap states a number that was not said', () => {
  for (const { recap, segments } of recaps) {
    const texts = [recap.summary, recap.importantPoints, recap.actionPoints, recap.todoList]
      .flat()
      .map(({ text }) => text)
    expect(inventedNumbers([recap.title ?? '', ...texts], segments)).toEqual([])
  }
})

test('every item of a recap cites one to six lines, all of its call', () => {
  for (const { recap, segments } of recaps) {
    const ids = new Set(segments.map(({ id }) => id))
    for (const { text, segment_ids: named = [] } of [
      recap.summary,
      recap.importantPoints,
      recap.actionPoints,
      recap.todoList,
      recap.quotes,
      recap.chapters ?? [],
    ].flat()) {
      expect(named.length, text).toBeGreaterThan(0)
      expect(named.length, text).toBeLessThanOrEqual(MOST_LINES)
      expect(new Set(named).isSubsetOf(ids), text).toBe(true)
    }
  }
})

test('measures a writing model of this machine on the same calls', async () => {
  const modelsFolder = await mkdtemp(join(tmpdir(), 'eval-'))
  try {
    const analyst = createLlamaAnalyst({
      modelsFolder,
      models: [await installTestLlama(modelsFolder)],
      machine: () => ({ ...thisMachine(), cores: 1 }),
    })
    const [call] = await readCalls('held-out')
    if (call === undefined) throw new Error('there is no call')
    // It would be given up in a call of which it finds nothing.
    const { recap } = await getRecap(call.cues.slice(0, 60), null, analyst)
    expect(recap.use).toMatchObject({ model: 'test-model' })
    expect(recap.use?.requests).toBeGreaterThan(0)
    expect(recap.use?.input_tokens).toBeGreaterThan(100)
  } finally {
    await rm(modelsFolder, { recursive: true })
  }
})

test.each([
  { which: 'chosen-on', mostReviewed: 0.1, mostWithheld: 0.01 },
  // On calls not used for tuning, the checks send more true items to review.
  { which: 'untouched', mostReviewed: 0.17, mostWithheld: 0.02 },
] as const)('shows true items in answers of $which, and holds a weak answer as a whole', async (row) => {
  const answers = await checkAnswers(row.which)
  const isWeak = ({ items }: CheckedAnswer) => items.some(({ error }) => error !== null)
  const [weak, strong] = [answers.filter(isWeak), answers.filter((answer) => !isWeak(answer))]
  expect(weak.length).toBeGreaterThan(0)
  expect(weak.filter(({ waits }) => !waits)).toEqual([])
  expect(strong.filter(({ waits }) => waits)).toEqual([])
  const items = strong.flatMap((answer) => answer.items)
  const share = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length / items.length
  expect(items.length).toBeGreaterThan(90)
  expect(share('review')).toBeLessThan(row.mostReviewed)
  expect(share('withheld')).toBeLessThan(row.mostWithheld)
})
