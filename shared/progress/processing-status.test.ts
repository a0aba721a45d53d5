import { expect, test } from 'vitest'
import { processingDetail, processingLine } from './processing-status.ts'

const facts = { step: 0, step_detail: null }

test('shows a queued job’s place and the wait', () => {
  expect(processingLine({ ...facts, waiting: { before: 2, seconds: 200 } })).toBe(
    'Waiting: 2 ahead of you, about 3 minutes',
  )
  expect(processingLine({ ...facts, waiting: { before: 1, seconds: null } })).toBe('Waiting: 1 ahead of you')
  expect(processingLine({ ...facts, waiting: { before: 0, seconds: 0 } })).toBe('Waiting: next in line')
})

test('says uploaded, not uploading, once the server has the recording', () => {
  expect(processingLine(facts)).toBe('Uploaded')
})

test('shows running work with its remaining time, if known', () => {
  expect(processingLine({ step: 2, step_detail: 'transcribed 12 of 46 minutes', seconds_left: 600 })).toBe(
    'transcribed 12 of 46 minutes, about 10 minutes left',
  )
  expect(processingLine({ step: 4, step_detail: null, seconds_left: 20 })).toBe(
    'Analyzing content, less than a minute left',
  )
  expect(processingLine({ step: 4, step_detail: null })).toBe('Analyzing content')
  expect(processingDetail({ step: 4, step_detail: null, seconds_left: 20 })).toBe('less than a minute left')
  expect(processingDetail({ step: 4, step_detail: null })).toBeNull()
})
