import { expect, test } from 'vitest'
import { aiUseSentences, transcribesByModel, writesRecaps } from './ai-use.ts'

const engine = { ready: true, sends_to: 'api.openai.com', note: null, cost_ratio: 0 }
const capabilities = {
  transcribers: [{ ...engine, name: 'openai', hour: { model: 'whisper-1', tokens: null, dollars: 0.36 } }],
  analysts: [
    { ...engine, name: 'openai', hour: { model: 'gpt-4o-mini', tokens: 31_234, least_tokens: 1800, dollars: 0.0067 } },
  ],
}
const half = { durationSeconds: 1800, withCaptions: false, capabilities }

test('before an upload the notice states its length, model, host and cost', () => {
  expect(aiUseSentences(half)).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com, about $0.18.',
    'The recap uses about 17,000 tokens with gpt-4o-mini on api.openai.com, less than $0.01.',
  ])
})

test('says when a model runs on this machine', () => {
  const analysts = [
    { ...engine, name: 'llama', sends_to: null, hour: { model: 'qwen3-4b-q4_k_m', tokens: 30_000, dollars: null } },
  ]
  expect(aiUseSentences({ ...half, capabilities: { ...capabilities, analysts } })[1]).toBe(
    'The recap uses about 15,000 tokens with qwen3-4b-q4_k_m on this server.',
  )
})

test('includes the second pass', () => {
  const analysts = capabilities.analysts.map((analyst) => ({
    ...analyst,
    hour: { ...analyst.hour, second_reading: true },
  }))
  expect(aiUseSentences({ ...half, capabilities: { ...capabilities, analysts } })[1]).toBe(
    'The recap uses about 17,000 tokens with gpt-4o-mini on api.openai.com, including a second check, less than $0.01.',
  )
})

test('shows the minimum for a short call', () => {
  expect(aiUseSentences({ ...half, durationSeconds: 60 })[1]).toContain('about 2,300 tokens')
})

test('sends no audio when there are captions', () => {
  expect(aiUseSentences({ ...half, withCaptions: true })).toHaveLength(1)
})

test('gives the hourly cost for an unknown length', () => {
  expect(aiUseSentences({ ...half, durationSeconds: null })).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com, about $0.36 an hour.',
    'The recap uses about 31,000 tokens per hour of recording with gpt-4o-mini on api.openai.com, less than $0.01 an hour.',
  ])
})

test('claims no cost when no price is set', () => {
  const free = {
    transcribers: [{ ...engine, name: 'openai', hour: { model: 'whisper-1', tokens: null, dollars: null } }],
    analysts: [],
  }
  expect(aiUseSentences({ ...half, capabilities: free })).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com.',
  ])
})

test('shows nothing when no AI server is used', () => {
  const own = {
    transcribers: [{ ...engine, name: 'sphinx' }, ...capabilities.transcribers],
    analysts: [{ ...engine, name: 'extractive' }, ...capabilities.analysts],
  }
  expect(aiUseSentences({ ...half, capabilities: own })).toEqual([])
  expect(aiUseSentences({ ...half, capabilities: undefined })).toEqual([])
  expect([writesRecaps(own), writesRecaps(capabilities)?.name]).toEqual([undefined, 'openai'])
})

test('a model transcribes uploads without captions when the first ready engine uses one', () => {
  const by = (...names: string[]) =>
    transcribesByModel({
      withCaptions: false,
      capabilities: { transcribers: names.map((name) => ({ ...engine, name })) },
    })
  expect([by('openai'), by('sherpa', 'sphinx')]).toEqual([true, true])
  expect([by('sphinx', 'openai'), by('none'), by()]).toEqual([false, false, false])
  expect(transcribesByModel({ withCaptions: true, capabilities })).toBe(false)
  expect(transcribesByModel({ withCaptions: false, capabilities: undefined }), 'nothing is known yet').toBe(false)
})
