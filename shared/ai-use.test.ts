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

test('before an upload the notice says what its length asks of which model, where, and what that costs', () => {
  expect(aiUseSentences(half)).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com, about $0.18.',
    'The recap uses about 17,000 tokens of gpt-4o-mini on api.openai.com, less than $0.01.',
  ])
})

test('a model on this machine is named as one', () => {
  const analysts = [
    { ...engine, name: 'llama', sends_to: null, hour: { model: 'qwen3-4b-q4_k_m', tokens: 30_000, dollars: null } },
  ]
  expect(aiUseSentences({ ...half, capabilities: { ...capabilities, analysts } })[1]).toBe(
    'The recap uses about 15,000 tokens of qwen3-4b-q4_k_m on this server.',
  )
})

test('a second reading is named as part of it', () => {
  const analysts = capabilities.analysts.map((analyst) => ({
    ...analyst,
    hour: { ...analyst.hour, second_reading: true },
  }))
  expect(aiUseSentences({ ...half, capabilities: { ...capabilities, analysts } })[1]).toBe(
    'The recap uses about 17,000 tokens of gpt-4o-mini on api.openai.com, including a second check, less than $0.01.',
  )
})

test('a short call takes what every request takes', () => {
  expect(aiUseSentences({ ...half, durationSeconds: 60 })[1]).toContain('about 2,300 tokens')
})

test('with captions no sound is sent', () => {
  expect(aiUseSentences({ ...half, withCaptions: true })).toHaveLength(1)
})

test('for an unknown length the cost is given by the hour', () => {
  expect(aiUseSentences({ ...half, durationSeconds: null })).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com, about $0.36 an hour.',
    'The recap uses about 31,000 tokens an hour of gpt-4o-mini on api.openai.com, less than $0.01 an hour.',
  ])
})

test('where no price is set no cost is claimed', () => {
  const free = {
    transcribers: [{ ...engine, name: 'openai', hour: { model: 'whisper-1', tokens: null, dollars: null } }],
    analysts: [],
  }
  expect(aiUseSentences({ ...half, capabilities: free })).toEqual([
    'Audio is transcribed by whisper-1 on api.openai.com.',
  ])
})

test('where no AI server is used there is nothing to show', () => {
  const own = {
    transcribers: [{ ...engine, name: 'sphinx' }, ...capabilities.transcribers],
    analysts: [{ ...engine, name: 'extractive' }, ...capabilities.analysts],
  }
  expect(aiUseSentences({ ...half, capabilities: own })).toEqual([])
  expect(aiUseSentences({ ...half, capabilities: undefined })).toEqual([])
  expect([writesRecaps(own), writesRecaps(capabilities)?.name]).toEqual([undefined, 'openai'])
})

test('a model transcribes what comes without captions, where an engine with one is the first that is ready', () => {
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
