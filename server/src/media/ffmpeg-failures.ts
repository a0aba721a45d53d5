import { stat } from 'node:fs/promises'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { readMp4File } from './mp4-file.ts'

/**
 * Decides whether a failed tool run is the machine's fault (a retry may work) or the file's.
 * @param code the failure code when it is the file's.
 * @returns what to throw; aborts and similar errors stay unchanged.
 */
export function toMediaFailure(error: unknown, code: FailureCode): unknown {
  if (!(error instanceof ProcessFailed)) return error
  if (error.reason === 'start') return new TransientFailure('media_tools_missing', undefined, { cause: error })
  if (/No space left on device/.test(error.stderr))
    return new TransientFailure('disk_full', undefined, { cause: error })
  // Only the system's out-of-memory killer or its operator ends a tool this way.
  if (error.reason === 'exit' && error.endedBy === 'SIGKILL')
    return new TransientFailure('media_tools_stopped', undefined, { cause: error })
  return new PermanentFailure(code, undefined, { cause: error })
}

/** Why ffprobe refused a file: it reports a truncated MP4 and any other file named `.mp4` in the same words. */
export async function explainUnreadable(path: string): Promise<FailureCode> {
  if ((await stat(path)).size === 0) return 'empty_file'
  const layout = await readMp4File(path)
  return layout !== null && (!layout.hasIndex || !layout.complete) ? 'incomplete_file' : 'unreadable_video'
}
