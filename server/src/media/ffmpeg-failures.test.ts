import { describe, expect, it } from 'vitest'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { toMediaFailure } from './ffmpeg-failures.ts'

const SENTENCE = 'This video cannot be converted.'

describe('a tool that failed', () => {
  it.each([
    ['is missing', new ProcessFailed('ffmpeg', { reason: 'start' })],
    [
      'found the disk full',
      new ProcessFailed('ffmpeg', { reason: 'exit', exitCode: 1, stderr: 'out.mp4: No space left on device\n' }),
    ],
    ['was killed from outside', new ProcessFailed('ffmpeg', { reason: 'exit', endedBy: 'SIGKILL' })],
  ])('may work another time when it %s', (_, error) => {
    expect(toMediaFailure(error, SENTENCE)).toBeInstanceOf(TransientFailure)
  })

  it.each([
    [
      'it refused the file',
      new ProcessFailed('ffmpeg', { reason: 'exit', exitCode: 1, stderr: 'Invalid data found\n' }),
    ],
    ['it ran out of the time it had', new ProcessFailed('ffmpeg', { reason: 'timeout', endedBy: 'SIGKILL' })],
    ['it wrote more than it may', new ProcessFailed('ffmpeg', { reason: 'exit', endedBy: 'SIGXFSZ' })],
  ])('is the file’s fault when %s, and keeps the cause for the log', (_, error) => {
    const failure = toMediaFailure(error, SENTENCE)
    expect(failure).toBeInstanceOf(PermanentFailure)
    expect(failure).toMatchObject({ message: SENTENCE, cause: error })
  })

  it('is not blamed for an abort', () => {
    const abort = new Error('deleted')
    expect(toMediaFailure(abort, SENTENCE)).toBe(abort)
  })
})
