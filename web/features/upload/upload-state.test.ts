import { expect, test } from 'vitest'
import { getFailure } from '@callfolio/shared/client/get-failure.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { reduceUpload, type UploadEvent, type UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { afterShown, IDLE, getView } from './upload-state.ts'

const details = { title: 'Pallets', description: '', captions: null, recapLanguage: 'de' }
const entry = createUploadEntry(
  { name: 'call.mp4', size: 100, type: 'video/mp4', lastModified: 0 },
  { userId: 'u', ...details },
)
const subject = { entryId: entry.id, fileName: 'call.mp4', durationSeconds: 60, withCaptions: false }

/** The screens' state after these events. */
function shown(...events: UploadEvent[]) {
  const begun: UploadEvent[] = [{ type: 'chosen', entry, durationSeconds: 60, hasFile: true, at: 0 }, { type: 'turn' }]
  const item = [...begun, ...events].reduce<UploadItem | null>(
    (before, event) => reduceUpload(before, event).item,
    null,
  )
  return item && getView(item, true)
}
const ARRIVED: UploadEvent = { type: 'finished', attempt: 1, storagePath: 'u/1.mp4', bytes: 100 }
const MADE: UploadEvent = { type: 'made', attempt: 1, micrositeId: 'j' }

test('an upload goes from its bytes to the job', () => {
  expect(shown({ type: 'sent', attempt: 1, bytes: 43, at: 0 })).toEqual({
    phase: 'uploading',
    subject,
    sentBytes: 43,
    totalBytes: 100,
    begun: true,
  })
  expect(shown(ARRIVED)).toEqual({ phase: 'starting', subject, totalBytes: 100, begun: true })
  expect(shown(ARRIVED, MADE)).toEqual({ phase: 'started', subject, jobId: 'j', details })
})

test('the next upload can begin once the job’s view has taken over, and the job is kept for its estimate', () => {
  const started = shown(ARRIVED, MADE) ?? IDLE
  expect(afterShown(started)).toEqual({
    phase: 'idle',
    problem: null,
    last: { subject, jobId: 'j', details },
    refused: null,
  })
  expect(afterShown(IDLE)).toBe(IDLE)
})

test('an error returns to the upload view with its sentence', () => {
  const why = getFailure(new Error('The file can no longer be read.'))
  expect(shown({ type: 'interrupted', attempt: 1, why })).toEqual({
    phase: 'idle',
    problem: { code: 'unreachable', message: 'The file can no longer be read.', retryable: true },
    last: null,
    refused: null,
  })
})
