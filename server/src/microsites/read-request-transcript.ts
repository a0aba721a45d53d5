import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { AppError, PermanentFailure } from '../kernel/errors.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { GivenReading, GivenTranscript } from '../tasks/tasks.ts'

/** Longer than any request that waits for it. */
const NEVER = new AbortController().signal

/**
 * Reads a transcript that a request brought, before anything of it is kept.
 * @throws AppError payload_too_large when it holds more than a transcript may, unreadable_captions when its file can't be read.
 */
export async function readRequestTranscript(
  { tasks }: { tasks: Pick<TaskRunner, 'run'> },
  given: GivenTranscript,
): Promise<GivenReading> {
  try {
    return await tasks.run('readRequestTranscript', given, { signal: NEVER })
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error
    const code = error.code === 'captions_too_large' ? 'payload_too_large' : 'unreadable_captions'
    throw new AppError(code, error.message, { cause: error })
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
      'Parts of this call are redacted. Add a transcript with timestamps to keep them redacted.',
    )
  return kept
}
