import { expect, test } from 'vitest'
import type { EngineStatus } from '../contract/capabilities.ts'
import { getExpectation } from './expectation.ts'

const engine = (name: string, given: Partial<EngineStatus> = {}): EngineStatus => ({
  name,
  ready: true,
  sends_to: null,
  note: null,
  cost_ratio: 0,
  ...given,
})
const expected = (transcribers: EngineStatus[], withCaptions = false) =>
  getExpectation({ withCaptions, capabilities: { transcribers } })

test('names the engine that will transcribe a recording without captions, and what to expect', () => {
  const [model, simple] = [engine('sherpa'), engine('sphinx')]
  expect(expected([engine('sherpa', { ready: false }), simple])).toEqual({
    sentence: expect.stringContaining('you get a rough draft transcript') as string,
    poor: true,
  })
  expect(expected([model, simple])).toEqual({
    sentence: expect.stringContaining('this server transcribes the audio') as string,
    poor: false,
  })
  expect(expected([])?.sentence).toContain('will have no transcript')
  const call = getExpectation({ withCaptions: false, recorded: true, capabilities: { transcribers: [simple] } })
  expect(call?.sentence).toMatch(/^Without the meeting’s captions, you get a rough draft transcript\.$/)
})

test('says nothing when there are captions, an AI server is used, or the engines are unknown', () => {
  expect(expected([engine('sphinx')], true)).toBeNull()
  expect(expected([engine('openai', { sends_to: 'api.example' }), engine('sphinx')])).toBeNull()
  expect(getExpectation({ withCaptions: false, capabilities: undefined })).toBeNull()
})
