import { expect, test } from 'vitest'
import { failureOf } from '@callfolio/shared/client/failure-of.ts'
import { IDLE, uploadReducer, type UploadEvent } from './upload-state.ts'

const subject = { entryId: 'e', fileName: 'call.mp4', durationSeconds: 60, withCaptions: false }
const BEGUN: UploadEvent = { type: 'begun', subject, sentBytes: 0, totalBytes: 100 }
const run = (...events: UploadEvent[]) => events.reduce(uploadReducer, IDLE)

test('an upload goes from its bytes to the job', () => {
  expect(run(BEGUN, { type: 'sent', sentBytes: 43 })).toMatchObject({
    phase: 'uploading',
    sentBytes: 43,
    totalBytes: 100,
  })
  expect(run(BEGUN, { type: 'arrived' })).toEqual({ phase: 'starting', subject, totalBytes: 100 })
  expect(run(BEGUN, { type: 'arrived' }, { type: 'started', jobId: 'j' })).toEqual({
    phase: 'started',
    subject,
    jobId: 'j',
  })
})

test('once the job’s view has taken over, the next upload can begin, and the job is remembered for its estimate', () => {
  const events: UploadEvent[] = [BEGUN, { type: 'arrived' }, { type: 'started', jobId: 'j' }, { type: 'shown' }]
  expect(run(...events)).toEqual({ phase: 'idle', problem: null, last: { subject, jobId: 'j' } })
})

test('an error returns to the upload view with its sentence', () => {
  const problem = failureOf(new Error('The file can no longer be read.'))
  expect(run(BEGUN, { type: 'ended', problem })).toEqual({
    phase: 'idle',
    problem: { code: 'unreachable', message: 'The file can no longer be read.', retryable: true },
    last: null,
  })
})

test('late events change nothing', () => {
  expect(run({ type: 'sent', sentBytes: 5 }, { type: 'arrived' }, { type: 'started', jobId: 'j' })).toBe(IDLE)
})
