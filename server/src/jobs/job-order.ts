import type { Lane } from './lanes.ts'

/** A running or ready job. */
export interface OrderedJob {
  id: string
  lane: Lane
  owner: string | null
  running: boolean
  /** When it became ready. */
  runAt: Date
  /** The number of its owner's last turn in the lane; 0: no turn yet, or no owner. */
  lastTurn: number
}

/**
 * The jobs of a lane in the order they start: running ones, then waiting ones as `Queue.claim` would take them if no
 * new job arrived.
 */
export function getOrder(jobs: readonly OrderedJob[], lane: Lane): OrderedJob[] {
  const own = jobs.filter((job) => job.lane === lane)
  const waiting = own.filter(({ running }) => !running).toSorted(byTurn)
  const rounds = new Map<string, number>()
  // A user gets the next turn after all others had one: in the same order, round after round.
  const placed = waiting.map((job) => {
    const round = job.owner === null ? 0 : (rounds.get(job.owner) ?? 0)
    if (job.owner !== null) rounds.set(job.owner, round + 1)
    return { job, round }
  })
  return [
    ...own.filter(({ running }) => running),
    ...placed.toSorted((a, b) => a.round - b.round).map(({ job }) => job),
  ]
}

function byTurn(a: OrderedJob, b: OrderedJob): number {
  return a.lastTurn - b.lastTurn || a.runAt.getTime() - b.runAt.getTime() || (a.id < b.id ? -1 : 1)
}
