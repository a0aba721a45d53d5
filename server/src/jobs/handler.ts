import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { Lane } from './lanes.ts'

/** Thrown by a handler whose work turns out to belong to the long lane: it goes on there, and no attempt is counted. */
export class LongWork extends Error {
  override readonly name = 'LongWork'
}

/** Why a job failed for good: its code, and the sentence to show. */
export interface JobFailure {
  code: FailureCode
  message: string
}

/** What a handler gets to know of its job. */
export interface JobRun {
  id: string
  /** 1 at the first try. */
  attempt: number
  lane: Lane
  /** Aborted when the lease is lost or the process is shutting down: stop soon, write nothing more. */
  signal: AbortSignal
  /** To be called whenever work is done that a later run goes on from. @param milestone a number that grows with it. */
  advance(milestone: number): Promise<void>
}

/**
 * Does the work of one kind of job. `run` may be called again for work that was done in part and goes on from there.
 * A PermanentFailure ends the job, a TransientFailure is tried again, anything else is a bug and tried again too.
 */
export interface JobHandler {
  /** How often a job is tried at most; absent: 5 times. */
  attempts?: number
  /** How often a process may end with the job without a milestone in between; absent: once, and the second time it fails. */
  stops?: number
  run(job: JobRun): Promise<void>
  /**
   * The milestone that what earlier runs left behind stands for: a process may have been killed between its work and
   * reporting so.
   */
  reached?(id: string): Promise<number>
  /**
   * Notifies the owner of a job that has failed for good. May be called twice: the queue
   * learns of the failure only after it, so that a crash between the two loses nothing.
   */
  onFailed(id: string, failure: JobFailure): Promise<void>
  /** Called when the queue knows that the job has ended: what was asked for meanwhile, and refused then, can be added now. */
  onEnded?(id: string): Promise<void>
}
