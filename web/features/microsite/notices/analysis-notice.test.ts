import { expect, test } from 'vitest'
import { modelToTryAgain } from './analysis-notice.tsx'

const analyst = (name: string, ready: boolean) => ({ name, ready, sends_to: null, note: null, cost_ratio: 0 })

test('offers a rerun with the ready model by its name, and nothing when there is none', () => {
  expect(modelToTryAgain({ analysts: [analyst('openai', true)] })?.label).toBe('Try the AI server again')
  expect(
    modelToTryAgain({ analysts: [analyst('llama', true), analyst('extractive', true), analyst('openai', false)] }),
  ).toEqual({ name: 'llama', label: 'Try the recap model again' })
  expect(modelToTryAgain({ analysts: [analyst('llama', false), analyst('extractive', true)] })).toBeUndefined()
})
