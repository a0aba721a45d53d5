import type { Lane } from './lanes.ts'
import type { LineJob } from './line.ts'

/** Work to be done. */
export interface NewJob {
  /** What it works on. */
  id: string
  kind: string
  /** Absent: `short`. */
  lane?: Lane
  /** Whose work it is: people take turns. Absent or null: nobody's, which waits for none of them. */
  owner?: string | null
  /** What a worker must have for it (`NEEDS`); absent or null: nothing. */
  needs?: string | null
}

/** Which jobs a worker takes. */
export interface JobFilter {
  kinds?: readonly string[]
  lane?: Lane
  /** Needs of jobs that are left to other workers. */
  without?: readonly string[]
  /** Leases of claims that the worker itself goes on with: where one seems over, a clock has jumped or the process stood still. */
  held?: readonly string[]
}

/** A job that has ended in failure. */
export interface FailedJob extends Required<NewJob> {
  error: string | null
  attempts: number
  /** When it was tried last. */
  claimedAt: Date | null
}

/** Which failed jobs are listed; absent: all. */
export interface FailedFilter {
  /** Those on one thing. */
  id?: string
  /** At most so many. */
  limit?: number
}

/** A job handed to a worker. The queue only delivers: what the job has done lives in the microsite and in storage. */
export interface ClaimedJob {
  /** What it works on. */
  id: string
  kind: string
  /** 1 at the first try. */
  attempt: number
  /** How often a process ended with it, without a word or reported by `release`, since its last milestone. */
  stops: number
  lane: Lane
  leaseToken: string
}

/**
 * Delivers each job to one worker at a time. A job is named by what it works on and by its kind: a microsite may have
 * several, each with attempts of its own, of which one runs at a time. Of the jobs that are ready, the next one is that of the person
 * whose last claim in its lane is the oldest: nobody waits behind more than one job of another person's. A claim is a lease: a worker that stops renewing (killed, frozen) loses the
 * job to another, and what it still says about it is ignored.
 */
export interface Queue {
  /** Adds the job, or sets an ended one going again; a queued or running one is not touched. */
  enqueue(job: NewJob): Promise<void>
  claim(filter?: JobFilter): Promise<ClaimedJob | null>
  /** @returns false when the lease was lost. */
  renew(job: ClaimedJob): Promise<boolean>
  complete(job: ClaimedJob): Promise<boolean>
  fail(job: ClaimedJob, error: string): Promise<boolean>
  /** Puts the job back. */
  release(job: ClaimedJob, options: ReleaseOptions): Promise<boolean>
  /** Records how far the job is. @returns true: farther than ever, and its stops are forgotten. */
  advance(job: ClaimedJob, milestone: number): Promise<boolean>
  /** Removes the jobs of every kind. */
  remove(id: string): Promise<void>
  /** Ends all leases: for a process that starts as the only one, so that what its predecessor had under way goes on at once. */
  takeOver(): Promise<void>
  /** Calls back when a job becomes ready, in whichever process; may be missed now and then. @returns its removal. */
  onReady(listener: () => void): () => void
  /**
   * Calls back when jobs were removed, in whichever process; may be missed now and then.
   * @param listener gets the id, or null when it may have missed one.
   * @returns its removal.
   */
  onRemoved(listener: (id: string | null) => void): () => void
  /** The jobs of a kind that run or are ready to, in no order (`orderOf`). */
  line(kind: string): Promise<LineJob[]>
  /** Jobs that have failed for good, the newest first. To try one again, add it again. */
  listFailed(filter?: FailedFilter): Promise<FailedJob[]>
  /** Ids of what is being worked on: of the jobs whose lease holds. */
  listRunning(): Promise<string[]>
  /** How much there is to do, for each lane. */
  depths(): Promise<LaneDepth[]>
}

/** The jobs of a lane. */
export interface LaneDepth {
  lane: Lane
  ready: number
  /** Tried again later. */
  delayed: number
  running: number
  /** For good; they stay until they are tried again or what they worked on goes. */
  failed: number
  /** How long the oldest ready one waits; 0: none does. */
  oldestSeconds: number
}

export interface ReleaseOptions {
  delayMs: number
  /** False: a shutdown. */
  countsAsAttempt: boolean
  /** The process that worked on it ended. */
  stopped?: boolean
  /** The lane it belongs to, as its work turned out; absent: as before. */
  lane?: Lane
}
