import type { FailureCode } from '@callfolio/shared/failures.ts'

/** Why a job failed for good: its code, and the sentence to show. */
export interface JobFailure {
  code: FailureCode
  message: string
}

/** What a handler is told of its job. */
export interface JobRun {
  id: string
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the lease is lost or the process is shutting down: stop soon, write nothing more. */
  signal: AbortSignal
}

/**
 * Does the work of one kind of job. `run` may be called again for work that was done in part and goes on from there.
 * A PermanentFailure ends the job, a TransientFailure is tried again, anything else is a bug and tried again too.
 */
export interface JobHandler {
  run(job: JobRun): Promise<void>
  /**
   * Tells the owner of a job that has failed for good. May be called twice: the queue
   * learns of the failure only after it, so that a crash between the two loses nothing.
   */
  onFailed(id: string, failure: JobFailure): Promise<void>
  /** Called when the queue knows that the job has ended: what was asked for meanwhile, and left alone then, can be added now. */
  onEnded?(id: string): Promise<void>
}
