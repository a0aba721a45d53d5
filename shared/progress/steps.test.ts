import { expect, test } from 'vitest'
import { STEP, stepNames, STEPS } from './steps.ts'

test('the transcription step mentions AI only if a model is known to do it', () => {
  expect(stepNames(false)).toEqual(STEPS)
  expect(STEPS.filter((step) => /\bAI\b/.test(step))).toEqual([])
  expect(stepNames(true)[STEP.transcription]).toBe('AI transcription')
})
