import { expect, test } from 'vitest'
import { failure } from '@callfolio/shared/failures.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadState } from '@callfolio/shared/client/uploads/upload-machine.ts'
import type { Upload } from '../messaging/uploads-protocol.ts'
import { createBadgeNews, uploadBadge, type UploadBadge } from './upload-badge.ts'

function upload(state: UploadState, sentBytes = 0, fileSize = 100): Upload {
  const entry = createUploadEntry(
    { name: 'call.mp4', size: fileSize, type: 'video/mp4', lastModified: 0 },
    { userId: 'u' },
  )
  return { entry: { ...entry, sentBytes }, durationSeconds: null, state, isUnanswered: false }
}
const getText = (uploads: Upload[], recordingsWaiting = 0, readyUnseen = false) =>
  uploadBadge({ uploads, recordingsWaiting, readyUnseen })?.text ?? ''
const STOPPED: UploadState = { phase: 'stopped', problem: null, needsFile: true }

test('shows total progress while files are sent', () => {
  expect(getText([upload({ phase: 'sending', after: null }, 43)])).toBe('43%')
  expect(getText([upload({ phase: 'sending', after: null }, 50), upload({ phase: 'waiting' }, 0, 300)])).toBe('12%')
  expect(getText([upload({ phase: 'sending', after: null }, 43), upload(STOPPED)], 1, true)).toBe('43%')
})

test('shows uploads that need the person before ready ones', () => {
  expect(getText([upload(STOPPED)], 0, true)).toBe('!')
  expect(getText([upload({ phase: 'failed', failure: failure('processing_failed'), mayRun: false })])).toBe('!')
  expect(getText([upload({ phase: 'refused', failure: failure('not_a_video') })])).toBe('!')
  expect(getText([], 1, true)).toBe('!')
})

test('shows a ready microsite until it is opened, and nothing for one that is being made', () => {
  expect(getText([upload({ phase: 'ready' })], 0, true)).toBe('✓')
  expect(getText([upload({ phase: 'ready' })])).toBe('')
  expect(getText([upload({ phase: 'processing', step: 2, percent: 40, detail: null })])).toBe('')
})

test('sends each change of the badge once, including an empty one when the button’s state is unknown', () => {
  const sent: UploadBadge[] = []
  const { show, forget } = createBadgeNews((badge) => void sent.push(badge))
  const ready = { text: '✓', tone: 'good' } as const
  // A restarted engine: the previous one may have left its mark.
  for (const badge of [null, null, ready, ready, null]) show(badge)
  expect(sent).toEqual([null, ready, null])
  forget()
  show(null)
  expect(sent).toEqual([null, ready, null, null])
})
