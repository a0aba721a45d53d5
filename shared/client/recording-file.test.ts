import { expect, test } from 'vitest'
import { PLANS } from '../plans.ts'
import { fileProblem, fileWarnings, isTooLong } from './recording-file.ts'

const VIDEO = { name: 'call.mp4', type: 'video/mp4', size: 1000 }
const GIB = 1024 ** 3

test('accepts only videos', () => {
  expect(fileProblem(VIDEO)).toBeNull()
  for (const type of ['audio/mpeg', 'application/pdf', 'image/png']) {
    expect(fileProblem({ ...VIDEO, type })).toBe('Please choose a video file.')
  }
})

test('decides by the name when the system knows no type; the server checks the bytes anyway', () => {
  expect(fileProblem({ ...VIDEO, name: 'call.MKV', type: '' })).toBeNull()
  expect(fileProblem({ ...VIDEO, name: 'notes', type: '' })).toBe('Please choose a video file.')
})

test('accepts 2 GB, and rejects one byte more with the size', () => {
  expect(fileProblem({ ...VIDEO, size: 2 * GIB })).toBeNull()
  expect(fileProblem({ ...VIDEO, size: 2 * GIB + 1 })).toBe(
    'File size (2.00 GB) exceeds the maximum allowed size of 2GB. Please compress your video or choose a shorter recording.',
  )
})

test('rejects an empty file', () => {
  expect(fileProblem({ ...VIDEO, size: 0 })).toBe('This file is empty. Choose another recording.')
})

test('warns over 500 MB and over 10 minutes', () => {
  const limit = 500 * 1024 ** 2
  expect(fileWarnings(limit, 600)).toEqual([])
  expect(fileWarnings(limit + 1, null)).toEqual(['Large file - may take longer to process'])
  expect(fileWarnings(1, 601)).toEqual(['Long video - may take longer to process'])
})

test('allows 20 minutes on the free plan, with a second of tolerance, and any length on paid plans', () => {
  expect([1200, 1201, 1202].map((seconds) => isTooLong(seconds, PLANS.free))).toEqual([false, false, true])
  expect(isTooLong(9999, PLANS.pro)).toBe(false)
})

test('blocks nothing when the length or plan is unknown', () => {
  expect(isTooLong(null, PLANS.free)).toBe(false)
  expect(isTooLong(9999, null)).toBe(false)
})

test('accepts common audio recordings by type or by name, and nothing else', () => {
  for (const name of ['call.m4a', 'call.MP3', 'call.wav', 'call.ogg', 'call.flac'])
    expect(fileProblem({ name, type: '', size: 1000 }, 'audio')).toBeNull()
  expect(fileProblem({ name: 'call', type: 'audio/mpeg', size: 1000 }, 'audio')).toBeNull()
  expect(fileProblem(VIDEO, 'audio')).toBe('Choose an audio or transcript file.')
  expect(fileProblem({ name: 'call.mp3', type: '', size: 2 * GIB + 1 }, 'audio')).toMatch(/exceeds/)
})
