import { stat } from 'node:fs/promises'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { readMp4Layout } from './mp4-boxes.ts'

export const NOT_A_VIDEO = 'This file is not a video that can be read.'
const EMPTY_FILE = 'This file is empty: it has no bytes.'
export const NO_STREAMS = 'This file has neither a picture nor sound.'
export const NO_LENGTH = 'This video is 0 seconds long: there is nothing in it to play.'
const INCOMPLETE = 'The file is incomplete or damaged: the end of the recording is missing, so it cannot be played.'
export const NOT_CONVERTIBLE =
  'This video cannot be converted: the file is damaged or in a form that this server cannot read.'
export const TOO_LARGE = 'This video is too large once it is made playable.'
export const NO_SOUND = 'The sound of this recording cannot be read.'
export const NO_SUBTITLES = 'The captions inside this video cannot be read.'

/**
 * Tells whose fault a failed tool run is: the machine's (another try may work) or the file's.
 * @param sentence what the rep reads when it is the file's.
 * @returns what to throw; an abort and the like stay what they are.
 */
export function toMediaFailure(error: unknown, sentence: string): unknown {
  if (!(error instanceof ProcessFailed)) return error
  if (error.reason === 'start')
    return new TransientFailure('The video tools of this server could not be started.', { cause: error })
  if (/No space left on device/.test(error.stderr))
    return new TransientFailure('The disk of this server is full.', { cause: error })
  // Nobody but the system's memory guard or its operator ends a tool this way.
  if (error.reason === 'exit' && error.endedBy === 'SIGKILL')
    return new TransientFailure('The video tools of this server were stopped.', { cause: error })
  return new PermanentFailure(sentence, { cause: error })
}

/** The sentence for a file that ffprobe refused: it says so of a cut MP4 and of any file named `.mp4` in the same words. */
export async function explainUnreadable(path: string): Promise<string> {
  if ((await stat(path)).size === 0) return EMPTY_FILE
  const layout = await readMp4Layout(path)
  return layout !== null && (!layout.hasIndex || !layout.complete) ? INCOMPLETE : NOT_A_VIDEO
}
