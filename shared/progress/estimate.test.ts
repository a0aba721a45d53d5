import { expect, test } from 'vitest'
import type { Capabilities } from '../contract/capabilities.ts'
import { estimateSeconds, estimateText, longerThanUsualAfter } from './estimate.ts'

const engine = { sends_to: null, note: null }
const capabilities: Pick<Capabilities, 'transcribers' | 'analysts'> = {
  transcribers: [
    { ...engine, name: 'captions', ready: true, cost_ratio: 0 },
    { ...engine, name: 'openai', ready: false, cost_ratio: 0.02 },
    { ...engine, name: 'sphinx', ready: true, cost_ratio: 0.5 },
  ],
  analysts: [{ ...engine, name: 'extractive', ready: true, cost_ratio: 0 }],
}

test('estimates from the first ready engine and the length', () => {
  expect(estimateSeconds({ durationSeconds: 600, withCaptions: false, capabilities })).toBe(340)
})

test('skips transcription when there are captions', () => {
  expect(estimateSeconds({ durationSeconds: 600, withCaptions: true, capabilities })).toBe(40)
})

test('gives no estimate without a length or the engines', () => {
  expect(estimateSeconds({ durationSeconds: null, withCaptions: false, capabilities })).toBeNull()
  expect(estimateSeconds({ durationSeconds: 60, withCaptions: false, capabilities: undefined })).toBeNull()
})

test('says "2-3 minutes" only when that is true', () => {
  expect([20, 60, 120, 180, 340, 7200].map((seconds) => estimateText(seconds))).toEqual([
    'less than a minute',
    'about a minute',
    '2-3 minutes',
    '2-3 minutes',
    'about 6 minutes',
    'about 2 hours',
  ])
})

test('says "longer than usual" after 120 seconds or the estimate, whichever is longer', () => {
  expect([null, 30, 900].map(longerThanUsualAfter)).toEqual([120, 120, 900])
})
