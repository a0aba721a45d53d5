import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { Failure } from '@callfolio/shared/failures.ts'
import type { RecordingDetails } from '@callfolio/shared/ui/recording/recording-form.tsx'

/** Facts about the current recording; for the estimate and the headings. */
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
  /** The details entered for it. */
  details: RecordingDetails
}

/** This tab's upload, from the chosen file to the job on the server, as shown on screen. */
export type UploadState =
  /** `last`: this tab's previous job. `refused`: the details entered for a file that the server rejects. */
  | { phase: 'idle'; problem: Failure | null; last: StartedJob | null; refused: RecordingDetails | null }
  /** `begun`: the server already has its page. */
  | { phase: 'uploading'; subject: UploadSubject; sentBytes: number; totalBytes: number; begun: boolean }
  /** All bytes have arrived; the job is being requested. */
  | { phase: 'starting'; subject: UploadSubject; totalBytes: number; begun: boolean }
  | ({ phase: 'started' } & StartedJob)

export const IDLE: UploadState = { phase: 'idle', problem: null, last: null, refused: null }

/** The screens' view of an upload. Once it has a microsite, the job's own view takes over. */
export function getView({ entry, durationSeconds, state }: UploadItem, begun: boolean): UploadState {
  const { id: entryId, fileName, captions, sentBytes, fileSize, micrositeId } = entry
  const subject = { entryId, fileName, durationSeconds, withCaptions: captions !== null }
  if (micrositeId !== null) return { phase: 'started', subject, jobId: micrositeId, details: getDetails(entry) }
  const totalBytes = fileSize ?? 0
  if (state.phase === 'stopped') return idle(state.problem)
  if (state.phase === 'refused') return idle(state.failure, getDetails(entry))
  if (state.phase === 'starting') return { phase: 'starting', subject, totalBytes, begun }
  return { phase: 'uploading', subject, sentBytes, totalBytes, begun }
}

/** Once the job's view has taken over, the next upload can begin. */
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

function getDetails({ title, description, captions, recapLanguage }: UploadEntry): RecordingDetails {
  return { title, description, captions, recapLanguage: recapLanguage ?? null }
}
