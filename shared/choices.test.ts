import { expect, test } from 'vitest'
import { SHARE_EXPIRY_OPTIONS } from './page/share-expiry.ts'
import { STEP, stepNames, STEPS } from './progress/steps.ts'
import { DEFAULT_TAG_COLOR, TAG_COLORS } from './tag-colors.ts'

test('a tag has one of ten colors, the product’s blue by default', () => {
  expect(TAG_COLORS).toEqual([
    '#208df3',
    '#10b981',
    '#f59e0b',
    '#8b5cf6',
    '#ef4444',
    '#06b6d4',
    '#84cc16',
    '#f97316',
    '#ec4899',
    '#6366f1',
  ])
  expect(DEFAULT_TAG_COLOR).toBe('#208df3')
})

test('a link has one of six lifetimes', () => {
  expect(SHARE_EXPIRY_OPTIONS.map(({ days, label }) => `${days}: ${label}`)).toEqual([
    '1: 1 Day',
    '3: 3 Days',
    '7: 1 Week',
    '14: 2 Weeks',
    '30: 1 Month',
    '90: 3 Months',
  ])
})

test('the transcription step mentions AI only if a model is known to do it', () => {
  expect(stepNames(false)).toEqual(STEPS)
  expect(STEPS.filter((step) => /\bAI\b/.test(step))).toEqual([])
  expect(STEPS[STEP.transcription]).toBe('Transcription')
})

test('making a microsite takes seven steps', () => {
  expect(stepNames(true)).toEqual([
    'Uploading video file',
    'Extracting audio',
    'AI transcription',
    'Preparing transcript',
    'Analyzing content',
    'Building microsite',
    'Finalizing',
  ])
})
