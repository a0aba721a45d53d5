/** A job handed to a worker. The queue only delivers: what the job has done lives in the microsite and in storage. */
export interface ClaimedJob {
  /** What it works on. */
  id: string
  kind: string
  /** 1 at the first try. */
  attempt: number
  leaseToken: string
}

/**
 * Delivers each job to one worker at a time. A job is named by what it works on and by its kind: a microsite may have
 * several, each with tries of its own, of which one runs at a time. A claim is a lease: a worker that stops renewing (killed, frozen) loses the
 * job to another, and what it still says about it is ignored.
 */
export interface Queue {
  /** Adds the job, or sets an ended one going again; a queued or running one is left alone. */
  enqueue(job: { id: string; kind: string }): Promise<void>
  /** @param kinds of these alone; absent: of any. */
  claim(kinds?: readonly string[]): Promise<ClaimedJob | null>
  /** @returns false when the lease was lost. */
  renew(job: ClaimedJob): Promise<boolean>
  complete(job: ClaimedJob): Promise<boolean>
  fail(job: ClaimedJob, error: string): Promise<boolean>
  /** Puts the job back. `countsAsAttempt` false: a shutdown. */
  release(job: ClaimedJob, options: { delayMs: number; countsAsAttempt: boolean }): Promise<boolean>
  /** Removes the jobs of every kind. */
  remove(id: string): Promise<void>
  /** Ends all leases: for a process that starts alone, so that what its predecessor had under way goes on at once. */
  takeOver(): Promise<void>
  /** Calls back when a job of this process becomes ready. @returns its removal. */
  onReady(listener: () => void): () => void
  /** Ids of what is being worked on: of the jobs whose lease holds. */
  listRunning(): Promise<string[]>
}
