import type { Lane } from './lanes.ts'
import type { OrderedJob } from './job-order.ts'

/** Work to be done. */
export interface NewJob {
  /** What the job works on. */
  id: string
  kind: string
  /** Absent: `short`. */
  lane?: Lane
  /** The user the job belongs to, for taking turns. Absent or null: no user; the job waits for no turn. */
  owner?: string | null
  /** What a worker needs to run it (`NEEDS`); absent or null: nothing. */
  needs?: string | null
}

/** Announces a job that is ready. */
export interface ReadyJob {
  lane: Lane
  kind: string
}

/** Which jobs a worker takes. */
export interface JobFilter {
  kinds?: readonly string[]
  lane?: Lane
  /** Needs of jobs to leave to other workers. */
  without?: readonly string[]
  /** Leases this worker is still working on: if one looks expired, the clock has jumped or the process was frozen. */
  held?: readonly string[]
}

/** A permanently failed job. */
export interface FailedJob extends Required<NewJob> {
  error: string | null
  attempts: number
  /** When it was last attempted. */
  claimedAt: Date | null
}

/** Which failed jobs to list; absent: all. */
export interface FailedFilter {
  /** Only jobs on this subject. */
  id?: string
  /** Maximum number of jobs. */
  limit?: number
}

/** A job claimed by a worker. The queue only delivers: the job's results are in the microsite and in storage. */
export interface ClaimedJob {
  /** What the job works on. */
  id: string
  kind: string
  /** 1 on the first attempt. */
  attempt: number
  /** How often a process ended during it since its last milestone, whether or not reported by `release`. */
  stops: number
  lane: Lane
  leaseToken: string
}

/**
 * Delivers each job to one worker at a time. A job is identified by its subject and kind: a microsite may have several,
 * each with its own attempts, of which one runs at a time. The next ready job is that of the user whose last claim in
 * its lane is the oldest, so a user waits behind at most one job of each other user. A claim is a lease: a worker that
 * stops renewing (killed, frozen) loses the job to another, and its later reports are ignored.
 */
export interface Queue {
  /** Adds the job, or restarts an ended one; leaves a queued or running one unchanged. */
  enqueue(job: NewJob): Promise<void>
  /** Announces the ready jobs of these kinds: jobs that another table's write queued announce nothing. */
  announceReady(kinds: readonly string[]): Promise<void>
  claim(filter?: JobFilter): Promise<ClaimedJob | null>
  /** @returns false when the lease was lost. */
  renew(job: ClaimedJob): Promise<boolean>
  complete(job: ClaimedJob): Promise<boolean>
  fail(job: ClaimedJob, error: string): Promise<boolean>
  /** Puts the job back. */
  release(job: ClaimedJob, options: ReleaseOptions): Promise<boolean>
  /** Records the job's progress. @returns true: a new maximum, which resets its stops. */
  advance(job: ClaimedJob, milestone: number): Promise<boolean>
  /** Removes the jobs of every kind. */
  remove(id: string): Promise<void>
  /** Ends all leases: for a process that starts as the only one, so that its predecessor's jobs continue at once. */
  takeOver(): Promise<void>
  /**
   * Calls back when a job becomes ready, in any process; calls may occasionally be missed.
   * @param listener gets its lane and kind, or null when it may be any job.
   * @returns a function that removes the listener.
   */
  onReady(listener: (job: ReadyJob | null) => void): () => void
  /**
   * Calls back when jobs were removed, in any process; calls may occasionally be missed.
   * @param listener gets the ID, or null when it may have missed one.
   * @returns a function that removes the listener.
   */
  onRemoved(listener: (id: string | null) => void): () => void
  /** The running and ready jobs of a kind, unordered (`getOrder`). */
  line(kind: string): Promise<OrderedJob[]>
  /** Permanently failed jobs, newest first. To retry one, add it again. */
  listFailed(filter?: FailedFilter): Promise<FailedJob[]>
  /** IDs of the subjects of jobs with a valid lease. */
  listRunning(): Promise<string[]>
  /** The number of jobs in each lane. */
  depths(): Promise<LaneDepth[]>
}

/** The jobs of a lane. */
export interface LaneDepth {
  lane: Lane
  ready: number
  /** Waiting for a retry. */
  delayed: number
  running: number
  /** Permanently failed; they stay until retried or their subject is deleted. */
  failed: number
  /** How long the oldest ready job has been waiting; 0: none is. */
  oldestSeconds: number
}

export interface ReleaseOptions {
  delayMs: number
  /** False on shutdown. */
  countsAsAttempt: boolean
  /** The process that ran it ended. */
  stopped?: boolean
  /** The lane it turned out to belong to; absent: unchanged. */
  lane?: Lane
}
