import { expect, test } from 'vitest'
import { createRecapSink } from './recap-sink.ts'

const ANALYSIS = { title: null, summary: [], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
const TRANSCRIPT = {
  segments: [],
  info: { source: 'captions' as const, estimated: false, draft: false, notice: 'No speech.', language: null },
}

test('a finished recap includes notices about its transcript and its analysis', async () => {
  const sink = createRecapSink(() => {})
  expect(sink.finished()).toBeNull()
  await sink.transcript(TRANSCRIPT)
  await sink.publish(ANALYSIS, { transcriber: 'captions', analyst: 'extractive' }, 'The AI server failed.')
  expect(sink.finished()?.notices).toEqual(['No speech.', 'The AI server failed.'])
})
