import { FAILURES } from '@callfolio/shared/failures.ts'
import { describe, expect, it } from 'vitest'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'

describe('a failed tool', () => {
  it.each([
    ['is missing', 'media_tools_missing', new ProcessFailed('ffmpeg', { reason: 'start' })],
    [
      'found the disk full',
      'disk_full',
      new ProcessFailed('ffmpeg', { reason: 'exit', exitCode: 1, stderr: 'out.mp4: No space left on device\n' }),
    ],
    [
      'was killed from outside',
      'media_tools_stopped',
      new ProcessFailed('ffmpeg', { reason: 'exit', endedBy: 'SIGKILL' }),
    ],
  ])('may succeed on retry when it %s, as its code says', (_, code, error) => {
    const failure = toMediaFailure(error, 'not_convertible')
    expect(failure).toBeInstanceOf(TransientFailure)
    expect(failure).toMatchObject({ code })
  })

  it.each([
    [
      'it refused the file',
      new ProcessFailed('ffmpeg', { reason: 'exit', exitCode: 1, stderr: 'Invalid data found\n' }),
    ],
    ['it ran out of the time it had', new ProcessFailed('ffmpeg', { reason: 'timeout', endedBy: 'SIGKILL' })],
    ['it wrote more than it may', new ProcessFailed('ffmpeg', { reason: 'exit', endedBy: 'SIGXFSZ' })],
  ])('blames the file when %s, and keeps the cause for the log', (_, error) => {
    const failure = toMediaFailure(error, 'not_convertible')
    expect(failure).toBeInstanceOf(PermanentFailure)
    expect(failure).toMatchObject({
      code: 'not_convertible',
      message: FAILURES.not_convertible.sentence,
      cause: error,
    })
  })

  it('is not blamed for an abort', () => {
    const abort = new Error('deleted')
    expect(toMediaFailure(abort, 'not_convertible')).toBe(abort)
  })
})
