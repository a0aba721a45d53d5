import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { AppError, PermanentFailure } from '../kernel/errors.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import { HARMLESS_CHARACTERS } from '../transcription/caption-limits.ts'

/** Longer than any request that waits for it. */
const NEVER = new AbortController().signal

/**
 * Reads a transcript that a request brought, before anything of it is kept.
 * @returns how many lines it has.
 * @throws AppError payload_too_large when it holds more than a transcript may.
 */
export async function countLines({ tasks }: { tasks: Pick<TaskRunner, 'run'> }, text: string): Promise<number> {
  try {
    return await tasks.run('countLines', text, { signal: NEVER })
  } catch (error) {
    if (error instanceof PermanentFailure) throw new AppError('payload_too_large', error.message, { cause: error })
    throw error
  }
}

/**
 * A transcript that a request brought, as it may be kept of a call with redacted spans.
 * @throws AppError invalid_request when it has no times: what was said in the spans can't be found in it.
 */
export async function withoutSpans(
  { tasks }: { tasks: Pick<TaskRunner, 'run'> },
  text: string,
  spans: readonly TimeSpan[],
): Promise<string> {
  if (spans.length === 0) return text
  const kept = await tasks.run('redactTranscript', { text, spans }, { signal: NEVER })
  if (kept === null)
    throw new AppError(
      'invalid_request',
      'Parts of this call are redacted. Please add a transcript with times, so that they stay so.',
    )
  return kept
}

/** @throws AppError payload_too_large when a caption file holds more than a transcript may. A short one isn't counted. */
export async function assertWithinLimits(deps: Parameters<typeof countLines>[0], captions: string): Promise<void> {
  if (captions.length >= HARMLESS_CHARACTERS) await countLines(deps, captions)
}
