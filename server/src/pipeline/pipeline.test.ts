import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../storage/read-stored.ts'
import { FULL_ORDER, type Order } from './order.ts'
import { outputKey, type StageName } from './outputs.ts'
import { createPipeline } from './pipeline.ts'
import type { RecordingSink } from './recording.ts'
import type { AnyStage, StageContext } from './stage.ts'
import { openPipelineFixture, recording, type PipelineFixture } from './pipeline-fixture.testing.ts'

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

/** The order in which `then` happens after a stage has done its work and before that is remembered or delivered. */
function orderWith(name: StageName, then: (context: StageContext) => Promise<void>): Order {
  const watched = (stage: AnyStage) =>
    ({
      ...stage,
      async run(context: StageContext) {
        const output = await stage.run(context)
        await then(context)
        return output
      },
    }) as AnyStage
  return FULL_ORDER.map((group) => group.map((stage) => (stage.name === name ? watched(stage) : stage)))
}

/** A sink that counts what is written into it. */
function countingSink(): RecordingSink & { writes: number } {
  const write = async (): Promise<void> => void (sink.writes += 1)
  const sink = { writes: 0, progress: write, playable: write, transcript: write, publish: write }
  return sink
}

describe.each(FULL_ORDER.flat().map(({ name }) => name))(
  'a worker that loses its job at the end of the stage %s',
  (name) => {
    test('writes neither over what the next worker remembers nor into the microsite', async () => {
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
      // Time jumps at every look, so that progress is never held back as too soon.
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
