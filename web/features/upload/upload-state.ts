import type { UploadItem } from '@callfolio/shared/client/upload-machine.ts'
import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import type { Failure } from '@callfolio/shared/failures.ts'
import type { RecordingDetails } from '@callfolio/shared/ui/recording-form.tsx'

/** What is known of the recording under way; for the estimate and the headings. */
export interface UploadSubject {
  entryId: string
  fileName: string
  /** Null: unknown. */
  durationSeconds: number | null
  withCaptions: boolean
}

export interface StartedJob {
  subject: UploadSubject
  jobId: string
  /** What was filled in for it. */
  details: RecordingDetails
}

/** The upload of this tab from the chosen file to the job on the server, as the screens show it. */
export type UploadState =
  /** `last`: the job that this tab started before. `refused`: what was filled in for a file that the server doesn't take. */
  | { phase: 'idle'; problem: Failure | null; last: StartedJob | null; refused: RecordingDetails | null }
  /** `begun`: the server has its page already. */
  | { phase: 'uploading'; subject: UploadSubject; sentBytes: number; totalBytes: number; begun: boolean }
  /** All bytes are there; the job is being asked for. */
  | { phase: 'starting'; subject: UploadSubject; totalBytes: number; begun: boolean }
  | ({ phase: 'started' } & StartedJob)

export const IDLE: UploadState = { phase: 'idle', problem: null, last: null, refused: null }

/** What the screens show of an upload. From its microsite on the job's own view shows it. */
export function viewOf({ entry, durationSeconds, state }: UploadItem, begun: boolean): UploadState {
  const { id: entryId, fileName, captions, sentBytes, fileSize, micrositeId } = entry
  const subject = { entryId, fileName, durationSeconds, withCaptions: captions !== null }
  if (micrositeId !== null) return { phase: 'started', subject, jobId: micrositeId, details: detailsOf(entry) }
  const totalBytes = fileSize ?? 0
  if (state.phase === 'stopped') return idle(state.problem)
  if (state.phase === 'refused') return idle(state.failure, detailsOf(entry))
  if (state.phase === 'starting') return { phase: 'starting', subject, totalBytes, begun }
  return { phase: 'uploading', subject, sentBytes, totalBytes, begun }
}

/** Once the job's view has taken over the next upload can begin. */
export function afterShown(state: UploadState): UploadState {
  return state.phase === 'started'
    ? {
        phase: 'idle',
        problem: null,
        last: { subject: state.subject, jobId: state.jobId, details: state.details },
        refused: null,
      }
    : state
}

function idle(problem: Failure | null, refused: RecordingDetails | null = null): UploadState {
  return { phase: 'idle', problem, last: null, refused }
}

function detailsOf({ title, description, captions, recapLanguage }: UploadEntry): RecordingDetails {
  return { title, description, captions, recapLanguage: recapLanguage ?? null }
}
