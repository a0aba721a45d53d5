import { expect, test } from 'vitest'
import { isDownloadedRecording } from './find-recordings.ts'

const OWN = ['chrome-extension://abc/', 'https://calls.example.com']
const isOffered = (name: string, url = 'https://acme.zoom.us/rec/download/1', size = 1000): boolean =>
  isDownloadedRecording({ name, size, url }, OWN)

test.each([
  'GMT20261125-093000_Recording_1920x1080.mp4',
  'Acme weekly – 2026_11_27 10_00 GMT+01_00 – Recording.mp4',
  'Pilot review-20261124_140500-Meeting Recording.mp4',
  '2026-11-23 09-00-00.mkv',
  'Screen Recording 2026-11-27 at 10.00.00.mov',
  'video1234567890.mp4',
  'audio_only (1).m4a',
])('offers the download %s', (name) => expect(isOffered(name)).toBe(true))

test.each([
  'holiday on the beach.mp4',
  'GMT20261125-093000_Recording.transcript.vtt',
  'Meeting notes 2026-11-27.pdf',
  'Invoice 2026-11-27.zip',
])('offers no download %s', (name) => expect(isOffered(name)).toBe(false))

test('offers no empty download', () => {
  expect(isOffered('2026-11-23 09-00-00.mp4', undefined, 0)).toBe(false)
})

test('offers no recording that the extension or the web app saved', () => {
  const name = '2026-11-23 09-00-00.mp4'
  for (const url of [
    'blob:chrome-extension://abc/1',
    'https://calls.example.com/media/1',
    'blob:https://calls.example.com/1',
  ])
    expect(isOffered(name, url)).toBe(false)
})
