import { describe, expect, test } from 'vitest'
import { isInterrupted, takeFileName, takeLock } from './take.ts'

describe('a take', () => {
  test('was interrupted when it is still marked as recording but its lock is free', () => {
    const take = { id: 'one', state: 'recording' as const }
    expect(isInterrupted(take, new Set())).toBe(true)
    expect(isInterrupted(take, new Set([takeLock('another')]))).toBe(true)
    expect(isInterrupted(take, new Set([takeLock('one')]))).toBe(false)
    expect(isInterrupted({ id: 'one', state: 'recorded' }, new Set())).toBe(false)
  })

  test('is saved under its title and date, with its format’s extension', () => {
    const startedAt = Date.UTC(2026, 10, 22, 12)
    expect(takeFileName({ title: 'Meet – abc-defg', startedAt, mimeType: 'video/mp4;codecs=avc1,opus' })).toBe(
      'Meet – abc-defg 2026-11-22.mp4',
    )
    expect(takeFileName({ title: 'a/b: "c"\n?', startedAt, mimeType: 'video/webm;codecs=vp9,opus' })).toBe(
      'a b c 2026-11-22.webm',
    )
    expect(takeFileName({ title: ' ', startedAt, mimeType: '' })).toBe('Recording 2026-11-22.webm')
  })
})
