import type { ClaimedJob, Queue } from '../jobs/queue.ts'
import type { JobOutcome, Metrics } from './metrics.ts'

/** Counts the outcomes of a queue's claims. @param now milliseconds of a monotonic clock. */
export function watchQueue(queue: Queue, metrics: Pick<Metrics, 'job'>, now: () => number): Queue {
  /** Claim times of this process's jobs, by lease. */
  const begun = new Map<string, number>()

  function ended({ kind, lane, leaseToken }: ClaimedJob, outcome: JobOutcome): void {
    const since = begun.get(leaseToken)
    // The outcome already reported for the same claim wins.
    if (since === undefined || !begun.delete(leaseToken)) return
    metrics.job({ kind, lane, outcome, seconds: (now() - since) / 1000 })
  }
  async function counted(job: ClaimedJob, held: Promise<boolean>, outcome: JobOutcome): Promise<boolean> {
    const isHeld = await held
    ended(job, isHeld ? outcome : 'lost')
    return isHeld
  }

  return {
    ...queue,
    async claim(filter) {
      const job = await queue.claim(filter)
      if (job !== null) begun.set(job.leaseToken, now())
      return job
    },
    async renew(job) {
      const isHeld = await queue.renew(job)
      if (!isHeld) ended(job, 'lost')
      return isHeld
    },
    complete: (job) => counted(job, queue.complete(job), 'done'),
    fail: (job, error) => counted(job, queue.fail(job, error), 'failed'),
    release: (job, options) =>
      counted(
        job,
        queue.release(job, options),
        options.countsAsAttempt ? 'retried' : options.lane === undefined ? 'put_back' : 'moved',
      ),
  }
}
