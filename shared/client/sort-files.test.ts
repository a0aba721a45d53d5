import { expect, test } from 'vitest'
import { sortFiles } from './sort-files.ts'

const HOUR_MS = 3_600_000
const file = (name: string, lastModified = 0, type = '') => ({
  file: new File(['x'], name, { lastModified, type }),
  handle: null,
})
const pairs = (...files: ReturnType<typeof file>[]) =>
  sortFiles(files).calls.map((call) => [call.file.name, call.captionFile?.name ?? null])

test.each([
  ['Acme.mp4', 'Acme.vtt'],
  ['GMT20261126-103000_Recording_1920x1080.mp4', 'GMT20261126-103000_Recording.transcript.vtt'],
  ['Kick-off with Ada.mp4', 'Kick-off with Ada.en.srt'],
  ['2026-05-07 10-00-00.mkv', 'Captions 20260507 1000.txt'],
])('pairs %s with %s and not with the other call', (video, captions) => {
  expect(pairs(file('Other call.mp4', HOUR_MS), file(captions, 5 * HOUR_MS), file(video, 3 * HOUR_MS))).toEqual([
    ['Other call.mp4', null],
    [video, captions],
  ])
})

test('pairs captions with the only recording saved at the same time, else treats them as a separate call', () => {
  const videos = [file('a.mp4', 0), file('b.mp4', 3 * HOUR_MS)]
  expect(pairs(...videos, file('captions.vtt', 3 * HOUR_MS + 60_000))).toContainEqual(['b.mp4', 'captions.vtt'])
  expect(pairs(...videos, file('notes.vtt', 9 * HOUR_MS))).toContainEqual(['notes.vtt', null])
  expect(pairs(file('call.mp4'), file('whatever.vtt', HOUR_MS))).toEqual([['call.mp4', 'whatever.vtt']])
})

test('says why a file is rejected', () => {
  const files = [file('a.mp4'), file('a.vtt'), file('a.txt'), file('a.m4a', 0, 'audio/mp4'), file('a.pdf')]
  const reasons = sortFiles(files).refused.map((one) => `${one.file.name}: ${one.reason}`)
  expect(reasons).toEqual([
    'a.m4a: Please choose a video file.',
    'a.pdf: Please choose a video file.',
    'a.txt: a.mp4 already has captions: a.vtt.',
  ])
  expect(sortFiles(files, 'audio').calls.map((call) => call.file.name)).toEqual(['a.m4a'])
})
