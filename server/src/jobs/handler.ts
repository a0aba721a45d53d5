import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { Lane } from './lanes.ts'

/**
 * Thrown by a handler whose work turns out to belong to the long lane: the job moves there, without counting an
 * attempt.
 */
export class LongWork extends Error {
  override readonly name = 'LongWork'
}

/** Why a job failed permanently: its code and the message to show. */
export interface JobFailure {
  code: FailureCode
  message: string
}

/** What a handler learns about its job. */
export interface JobRun {
  id: string
  /** 1 on the first attempt. */
  attempt: number
  lane: Lane
  /** Aborted when the lease is lost or the process shuts down: stop soon, and write nothing more. */
  signal: AbortSignal
  /** Call after each piece of work that a later run can resume from. @param milestone a number that grows with it. */
  advance(milestone: number): Promise<void>
}

/**
 * Handles one kind of job. `run` may be called again after partial work and resumes it. A PermanentFailure ends the
 * job; a TransientFailure is retried; anything else is a bug and retried too.
 */
export interface JobHandler {
  /** Maximum attempts; absent: 5. */
  attempts?: number
  /** How often a process may end during the job without a milestone in between; absent: once, then it fails. */
  stops?: number
  run(job: JobRun): Promise<void>
  /**
   * The milestone reached by earlier runs' stored results: a process may have been killed before it could report it.
   */
  reached?(id: string): Promise<number>
  /**
   * Notifies the owner of a permanently failed job. May be called twice: the queue records the failure only afterwards,
   * so that a crash in between loses nothing.
   */
  onFailed(id: string, failure: JobFailure): Promise<void>
  /** Called once the queue has ended the job: work requested and refused while it ran can be added now. */
  onEnded?(id: string): Promise<void>
}
