import { expect, test } from 'vitest'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { engineSentences, engineUse } from './legal-sentences.ts'

function engine(name: string, ready: boolean, sendsTo: string | null = null): EngineStatus {
  return { name, ready, sends_to: sendsTo, note: null, cost_ratio: 0 }
}

test('an engine that is not set up gets nothing', () => {
  const use = engineUse({
    transcribers: [engine('openai', false, 'api.example'), engine('sphinx', true)],
    analysts: [engine('extractive', true), engine('openai', false, 'api.example')],
  })
  expect(use).toEqual({ transcribesSpeech: true, speechHost: null, analysisHost: null })
})

test('names the engine in use by its host', () => {
  const use = engineUse({
    transcribers: [engine('openai', true, 'api.example'), engine('sphinx', true)],
    analysts: [engine('openai', true, 'llm.example')],
  })
  expect(use).toEqual({ transcribesSpeech: true, speechHost: 'api.example', analysisHost: 'llm.example' })
})

test('says when a server has no speech engine', () => {
  expect(
    engineUse({ transcribers: [engine('sphinx', false)], analysts: [engine('extractive', true)] }).transcribesSpeech,
  ).toBe(false)
})

test('calls another host a third party, but not a program on the same machine', () => {
  const stated = (speechHost: string | null, analysisHost: string | null) =>
    engineSentences({ transcribesSpeech: true, speechHost, analysisHost })
  expect(stated(null, null)).toContain('neither audio nor text elsewhere')
  expect(stated('localhost:11434', '127.0.0.1:8080')).toContain('no third party is involved')
  for (const host of ['api.example', 'localhost.example', '127.0.0.1.example'])
    expect(stated('localhost:11434', host)).toContain(
      `localhost:11434 and ${host} are third-party AI providers unless the operator`,
    )
})
