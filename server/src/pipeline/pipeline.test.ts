import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../storage/read-stored.ts'
import { FULL_ORDER, type Order } from './order.ts'
import { outputKey, type StageName } from './outputs.ts'
import { createPipeline } from './pipeline.ts'
import type { RecordingSink } from './recording.ts'
import type { AnyStage, StageContext } from './stage.ts'
import { keepRecording, openPipelineFixture, recording, type PipelineFixture } from './pipeline-fixture.testing.ts'

const CAPTIONS = `WEBVTT

00:00.000 --> 00:04.000
<v Dana>We can ship the first pallets in March.

00:04.000 --> 00:08.000
<v Lee>Then I will send you the contract on Friday.
`

let fixture: PipelineFixture
beforeAll(async () => {
  fixture = await openPipelineFixture()
})
afterAll(() => fixture.close())

/** A stage order in which `then` runs after a stage has done its work and before its output is stored or delivered. */
function orderWith(name: StageName, then: (context: StageContext) => Promise<void>, order: Order = FULL_ORDER): Order {
  const watched = (stage: AnyStage) =>
    ({
      ...stage,
      async run(context: StageContext) {
        const output = await stage.run(context)
        await then(context)
        return output
      },
    }) as AnyStage
  return order.map((group) => group.map((stage) => (stage.name === name ? watched(stage) : stage)))
}

/** A sink that counts its writes. */
function countingSink(): RecordingSink & { writes: number } {
  const write = async (): Promise<void> => void (sink.writes += 1)
  const sink = { writes: 0, progress: write, playable: write, transcript: write, publish: write }
  return sink
}

describe.each(FULL_ORDER.flat().map(({ name }) => name))(
  'a worker that loses its job at the end of the stage %s',
  (name) => {
    test('overwrites neither the next worker’s output nor the microsite', async () => {
      const { storage } = fixture.parts
      const call = recording({ folder: `u/derived/${name}/`, captions: CAPTIONS })
      const lost = new AbortController()
      const sink = countingSink()
      let writesBefore = -1
      const order = orderWith(name, async ({ report }) => {
        lost.abort(new Error('the lease was lost'))
        await storage.write(outputKey(call, name), '"by the next worker"')
        writesBefore = sink.writes
        report(0.99)
      })
      // The clock jumps at every reading, so that progress is never throttled.
      let now = 0
      const parts = { ...fixture.parts, clock: () => new Date((now += 60_000)) }
      await expect(createPipeline(parts, order).process(call, sink, { signal: lost.signal })).rejects.toThrow(
        'the lease was lost',
      )
      expect(await readText(storage, outputKey(call, name))).toBe('"by the next worker"')
      expect(sink.writes).toBe(writesBefore)
      expect(await fixture.leftovers()).toEqual([])
    })
  },
)

test('each stage is a milestone of its own, even when concurrent ones end at the same time', async () => {
  const order = orderTogether(['transcribe', 'playable', 'sides', 'fingerprint'])
  expect(await milestones('together', order, async () => {})).toEqual(FULL_ORDER.flat().map((_, index) => index + 1))
})

test('output stored by a killed run that did not report it is a milestone of the next run', async () => {
  const dies = async (finished: number) => {
    if (finished === 2) throw new Error('killed')
  }
  await expect(milestones('killed', FULL_ORDER, dies)).rejects.toThrow('killed')
  expect(await milestones('killed', FULL_ORDER, async () => {})).toEqual(FULL_ORDER.flat().map((_, index) => index + 1))
})

test('stored stages are counted as the killed run would have reported them', async () => {
  const dies = async (finished: number) => {
    if (finished === 2) throw new Error('killed')
  }
  await expect(milestones('counted', FULL_ORDER, dies)).rejects.toThrow('killed')
  const pipeline = createPipeline(fixture.parts)
  const call = recording({ folder: 'u/derived/counted/', captions: CAPTIONS })
  expect(await pipeline.finished(call)).toBe(2)
  const info = { source: 'captions', draft: false, language: null, notice: null } as const
  expect(
    await pipeline.finished({ ...call, rerun: { id: 'x', analyst: 'extractive', transcript: { segments: [], info } } }),
  ).toBe(0)
})

/** Runs the pipeline on captions. @returns the milestones it reported. */
async function milestones(folder: string, order: Order, then: (finished: number) => Promise<void>): Promise<number[]> {
  const reported: number[] = []
  const call = recording({ folder: `u/derived/${folder}/`, captions: CAPTIONS })
  await createPipeline(fixture.parts, order).process(call, countingSink(), {
    signal: new AbortController().signal,
    onStage: async (finished) => {
      reported.push(finished)
      await then(finished)
    },
  })
  return reported
}

/** A stage order in which all of `names` have to run before any of them ends. */
function orderTogether(names: readonly StageName[]): Order {
  const { promise: allDone, resolve } = Promise.withResolvers<void>()
  let left = names.length
  const meet = async () => {
    if (--left === 0) resolve()
    await allDone
  }
  return names.reduce((order, name) => orderWith(name, meet, order), FULL_ORDER)
}

describe('the language of the call', () => {
  const GERMAN = `WEBVTT

00:00.000 --> 00:04.000
<v Dana>Wir können die ersten Paletten im März liefern, wenn der Preis so bleibt.

00:04.000 --> 00:08.000
<v Lee>Dann schicke ich Ihnen am Freitag den Vertrag.
`
  const getLanguage = async (given: Parameters<typeof recording>[0]) => {
    const sink = keepRecording()
    await createPipeline(fixture.parts).process(recording(given), sink, { signal: new AbortController().signal })
    return sink.page.transcript?.info.language
  }

  test('is detected from the text if neither the engine nor the owner names it', async () => {
    expect(await getLanguage({ folder: 'u/derived/german/', captions: GERMAN })).toBe('de')
    expect(await getLanguage({ folder: 'u/derived/english/', captions: CAPTIONS })).toBe('en')
  })

  test('is the one that the owner chose, whatever language the text seems to be in', async () => {
    expect(await getLanguage({ folder: 'u/derived/chosen/', captions: GERMAN, language: 'nl' })).toBe('nl')
  })

  test('is unknown when nothing was said', async () => {
    expect(await getLanguage({ folder: 'u/derived/nothing/', captions: 'WEBVTT\n\n' })).toBeNull()
  })
})
