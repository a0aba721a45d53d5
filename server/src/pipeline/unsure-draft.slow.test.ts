import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transcriber } from '../transcription/transcriber.ts'
import { createPipeline } from './pipeline.ts'
import {
  keepRecording,
  openPipelineFixture,
  quotingAnalyst,
  scriptedTranscriber,
  type PipelineFixture,
} from './pipeline-fixture.testing.ts'

const WORDS = 'we can ship the first pallets'.split(' ')

let fixture: PipelineFixture
beforeAll(async () => {
  fixture = await openPipelineFixture()
})
afterAll(() => fixture.close())

const getDraft = (confidence: number): Transcriber => ({
  ...scriptedTranscriber([]),
  transcribe: async () => ({
    segments: [
      {
        id: 's1',
        start_ms: 0,
        end_ms: 600,
        speaker: null,
        text: WORDS.join(' '),
        words: WORDS.map((text, i) => ({ text, start_ms: 100 * i, end_ms: 100 * i + 100, confidence })),
      },
    ],
    info: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
  }),
})

test.each([
  [0.49, 0, 'No recap: too much of the transcript is uncertain.'],
  [0.51, 1, 'we can ship the first pallets'],
])('for a draft with a confidence of %d an analyst is asked %d times', async (confidence, asked, summary) => {
  const analyst = quotingAnalyst()
  const sink = keepRecording()
  const id = `call-${asked}`
  const path = await fixture.fixtures.make(
    `${id}.wav`,
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=300:duration=1:sample_rate=16000',
  )
  const call = { ...(await fixture.upload(path, `u/meetings/u/${id}.wav`)), id, folder: `u/derived/${id}/` }
  const parts = { ...fixture.parts, analyst, transcribers: [getDraft(confidence)], diarisers: [] }
  await createPipeline(parts).process(call, sink, { signal: new AbortController().signal })
  expect(sink.page.transcript?.segments).toHaveLength(1)
  expect(analyst.asked).toBe(asked)
  expect(sink.page.analysis?.summary[0]?.text).toContain(summary)
  // A wrong word in a quote would look like it was said.
  expect(sink.page.analysis?.quotes.map(({ unconfirmed }) => unconfirmed)).toEqual(asked === 0 ? [] : [true])
})
