import type { Failure } from '@callfolio/shared/failures.ts'

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
}

/** One upload from the chosen file to the job on the server. */
export type UploadState =
  /** `last`: the job that this tab started before, for its estimate. */
  | { phase: 'idle'; problem: Failure | null; last: StartedJob | null }
  | { phase: 'uploading'; subject: UploadSubject; sentBytes: number; totalBytes: number }
  /** All bytes are there; the job is being asked for. */
  | { phase: 'starting'; subject: UploadSubject; totalBytes: number }
  | ({ phase: 'started' } & StartedJob)

export type UploadEvent =
  | { type: 'begun'; subject: UploadSubject; sentBytes: number; totalBytes: number }
  | { type: 'sent'; sentBytes: number }
  | { type: 'arrived' }
  | { type: 'started'; jobId: string }
  /** The job's view has taken over. */
  | { type: 'shown' }
  | { type: 'ended'; problem: Failure | null }

export const IDLE: UploadState = { phase: 'idle', problem: null, last: null }

/** One event's effect on the upload; events that come too late change nothing. */
export function uploadReducer(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'begun': {
      const { subject, sentBytes, totalBytes } = event
      return { phase: 'uploading', subject, sentBytes, totalBytes }
    }
    case 'sent':
      return state.phase === 'uploading' ? { ...state, sentBytes: event.sentBytes } : state
    case 'arrived':
      return state.phase === 'uploading'
        ? { phase: 'starting', subject: state.subject, totalBytes: state.totalBytes }
        : state
    case 'started':
      return state.phase === 'starting' ? { phase: 'started', subject: state.subject, jobId: event.jobId } : state
    case 'shown':
      return state.phase === 'started'
        ? { phase: 'idle', problem: null, last: { subject: state.subject, jobId: state.jobId } }
        : state
    case 'ended':
      return { phase: 'idle', problem: event.problem, last: null }
  }
}
