import { titleOf } from '@callfolio/shared/client/recording-file.ts'
import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { failure } from '@callfolio/shared/failures.ts'
import type { PollState } from '@callfolio/shared/poll.ts'
import type { Upload, UploadState } from '../messaging/uploads-protocol.ts'

/** One upload as the engine holds it. */
export interface UploadRun extends Upload {
  /** Null after a restart of the browser, and once all bytes have arrived. */
  file: File | null
  /** Ends what is being done for it; null while nothing is. */
  work: AbortController | null
}

/** A run of an entry that nothing is done for yet. */
export function newRun(entry: UploadEntry, file: File | null, durationSeconds: number | null): UploadRun {
  return { entry, file, durationSeconds, work: null, state: stopped({ entry, file }, null) }
}

/** The state of what broke off, with why; null: the browser or the extension ended. */
export function stopped(
  { entry, file }: Pick<UploadRun, 'entry' | 'file'>,
  problem: Extract<UploadState, { phase: 'stopped' }>['problem'],
): UploadState {
  return { phase: 'stopped', problem, needsFile: file === null && entry.storagePath === null }
}

/** The state of a recording that the server works on, or has ended with. */
export function polled({ phase, percent, last, failure: ended }: PollState): UploadState {
  if (phase === 'ready') return { phase: 'ready' }
  if (phase === 'polling')
    return { phase: 'processing', step: last?.step ?? 1, percent, detail: last?.step_detail ?? null }
  return { phase: 'failed', failure: ended ?? failure('processing_failed'), mayRun: phase === 'timed_out' }
}

/** What to call the recording: its title, or the file's name as the server makes a title of it. */
export function titleOfEntry({ title, fileName }: Pick<UploadEntry, 'title' | 'fileName'>): string {
  return title.trim() || titleOf(fileName)
}
