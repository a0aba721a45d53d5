import { describe, expect, test } from 'vitest'
import { isInterrupted, recordingFileName, recordingLock } from './recording.ts'

describe('a recording', () => {
  test('was interrupted when it is still marked as recording but its lock is free', () => {
    const recording = { id: 'one', state: 'recording' as const }
    expect(isInterrupted(recording, new Set())).toBe(true)
    expect(isInterrupted(recording, new Set([recordingLock('another')]))).toBe(true)
    expect(isInterrupted(recording, new Set([recordingLock('one')]))).toBe(false)
    expect(isInterrupted({ id: 'one', state: 'recorded' }, new Set())).toBe(false)
  })

  test('is saved under its title and date, with its format’s extension', () => {
    const startedAt = Date.UTC(2026, 10, 22, 12)
    expect(recordingFileName({ title: 'Meet – abc-defg', startedAt, mimeType: 'video/mp4;codecs=avc1,opus' })).toBe(
      'Meet – abc-defg 2026-11-22.mp4',
    )
    expect(recordingFileName({ title: 'a/b: "c"\n?', startedAt, mimeType: 'video/webm;codecs=vp9,opus' })).toBe(
      'a b c 2026-11-22.webm',
    )
    expect(recordingFileName({ title: ' ', startedAt, mimeType: '' })).toBe('Recording 2026-11-22.webm')
  })
})
