import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { addSums, covarianceOf, fitGaussian, type FrameSums } from './gaussian.ts'

export interface ClusterOptions {
  /** The number of clusters; null: as many as can be distinguished. */
  count: number | null
  /** The most there can be when nobody said how many. */
  most: number
  signal: AbortSignal
}

/** A few frames have no covariance of their own: that of the whole recording counts as much as so many frames. */
export const PRIOR_FRAMES = 30
/** Weight of the penalty for a cluster more (lambda of the criterion). Below 2 one reader of a book becomes two people. */
const PENALTY = 2
/** Of a voice that speaks for long, so many frames are compared (13 s): over an hour a voice differs from itself. */
const COMPARED_FRAMES = 1000

/**
 * Joins stretches of sound bottom-up, always the two that are most alike by the Bayesian information criterion
 * (Chen and Gopalakrishnan, 1998), until no merge improves the model, or the requested number is left.
 * @returns the cluster of each stretch, 0, 1, …
 */
export async function clusterVoices(
  stretches: readonly FrameSums[],
  { count, most, signal }: ClusterOptions,
): Promise<number[]> {
  const [first, ...rest] = stretches
  if (first === undefined) return []
  const all = rest.reduce(addSums, first)
  const prior = covarianceOf(all)
  const dimensions = all.sum.length
  const penalty =
    (PENALTY / 2) *
    (dimensions + (dimensions * (dimensions + 1)) / 2) *
    Math.log(Math.min(all.count, 2 * COMPARED_FRAMES))
  /** How far frames lie apart: the logarithm of their likelihood, but for the sign. */
  const spread = (sums: FrameSums) => (sums.count / 2) * fitGaussian(sums, prior, PRIOR_FRAMES).logDeterminant
  const clusters = stretches.map((sums, i): Cluster => ({ sums, spread: spread(sums), members: [i] }))
  /** The loss of likelihood by merging two. */
  const loss = (a: Cluster, b: Cluster) => spread(addSums(a.sums, b.sums)) - a.spread - b.spread
  const areTwo = (a: Cluster, b: Cluster) => {
    const [one, other] = [atMost(COMPARED_FRAMES, a.sums), atMost(COMPARED_FRAMES, b.sums)]
    return spread(addSums(one, other)) - spread(one) - spread(other) > penalty
  }
  const losses: number[][] = []
  for (const [i, cluster] of clusters.entries()) {
    losses.push(clusters.slice(0, i).map((other) => loss(cluster, other)))
    await yieldToEventLoop(undefined, { signal })
  }
  while (clusters.length > (count ?? 1)) {
    const { i, j } = least(losses)
    const [a, b] = [clusters[i], clusters[j]]
    if (a === undefined || b === undefined || (count === null && clusters.length <= most && areTwo(a, b))) break
    const sums = addSums(a.sums, b.sums)
    const joined: Cluster = { sums, spread: spread(sums), members: [...a.members, ...b.members] }
    clusters[j] = joined
    clusters.splice(i, 1)
    losses.splice(i, 1)
    for (const row of losses) if (row.length > i) row.splice(i, 1)
    clusters.forEach((other, k) => {
      const row = losses[Math.max(j, k)]
      if (k !== j && row !== undefined) row[Math.min(j, k)] = loss(joined, other)
    })
    await yieldToEventLoop(undefined, { signal })
  }
  const labels = stretches.map(() => 0)
  clusters.forEach(({ members }, cluster) => members.forEach((member) => (labels[member] = cluster)))
  return labels
}

interface Cluster {
  sums: FrameSums
  spread: number
  /** Numbers of the stretches in it. */
  members: number[]
}

function atMost(frames: number, sums: FrameSums): FrameSums {
  const scale = Math.min(1, frames / sums.count)
  return {
    count: sums.count * scale,
    sum: sums.sum.map((value) => value * scale),
    products: sums.products.map((value) => value * scale),
  }
}

function least(losses: readonly (readonly number[])[]): { i: number; j: number } {
  let found = { i: 1, j: 0, value: Infinity }
  losses.forEach((row, i) =>
    row.forEach((value, j) => {
      if (value < found.value) found = { i, j, value }
    }),
  )
  return found
}
