import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { AppError, PermanentFailure } from '../../kernel/errors.ts'
import type { TaskRunner } from '../../tasks/task-runner.ts'
import type { GivenReading, GivenTranscript } from '../../tasks/tasks.ts'

/** Longer than any request that waits for it. */
const NEVER = new AbortController().signal

/**
 * Reads a transcript from a request, before any of it is stored.
 * @throws AppError payload_too_large when it exceeds the limits of a transcript, unreadable_captions when its file
 * can't be read.
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
 * A transcript from a request, in the form that may be stored for a call with redacted spans.
 * @throws AppError invalid_request when it has no times, because speech in the spans can't be located in it.
 */
export async function withoutSpans(
  { tasks }: { tasks: Pick<TaskRunner, 'run'> },
  text: string,
  { redacted: spans, durationMs }: { redacted: readonly TimeSpan[] | null; durationMs: number | null },
): Promise<string> {
  if (spans === null || spans.length === 0) return text
  const kept = await tasks.run('redactTranscript', { text, spans, durationMs }, { signal: NEVER })
  if (kept === null)
    throw new AppError(
      'invalid_request',
      'Parts of this call are redacted. Add a transcript with timestamps to keep them redacted.',
    )
  return kept
}
