import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { addSums, countOf, covarianceOf, fitGaussian, type FrameSums } from './gaussian.ts'

/** Weight of the penalty for another cluster. Below 2 one reader of a book becomes two people. */
const PENALTY = 2
/** Of a voice that speaks for long, so many frames are compared (13 s): over an hour a voice differs from itself. */
const COMPARED_FRAMES = 1000

interface Cluster {
  sums: FrameSums
  /** Likelihood lost by merging it with an older cluster. */
  losses: Map<Cluster, number>
}

/**
 * Joins stretches of sound bottom-up, always the two that are most alike by the Bayesian information criterion
 * (Chen and Gopalakrishnan, 1998), until no merge improves the model, or the requested number is left.
 * @param count the number of clusters; null: as many as can be distinguished.
 * @returns the frames of each cluster, and how far the two most alike are apart: log-likelihood lost per frame by merging.
 */
export async function clusterVoices(
  stretches: readonly FrameSums[],
  { count, signal }: { count: number | null; signal: AbortSignal },
): Promise<{ voices: FrameSums[]; apart: number }> {
  const all = stretches.reduce(addSums)
  const prior = covarianceOf(all)
  const spread = (sums: FrameSums) => (countOf(sums) / 2) * fitGaussian(sums, prior).logDeterminant
  const loss = (a: FrameSums, b: FrameSums) => spread(addSums(a, b)) - spread(a) - spread(b)
  const penalty = (PENALTY / 2) * (all.length - 1) * Math.log(Math.min(countOf(all), 2 * COMPARED_FRAMES))
  const clusters = new Set<Cluster>()
  const add = async (sums: FrameSums) => {
    clusters.add({ sums, losses: new Map([...clusters].map((other) => [other, loss(sums, other.sums)])) })
    await yieldToEventLoop(undefined, { signal })
  }
  for (const sums of stretches) await add(sums)
  for (;;) {
    const [a, b] = mostAlike(clusters)
    const [one, other] = [a, b].map((cluster) => atMost(cluster?.sums ?? all))
    if (a === undefined || b === undefined || one === undefined || other === undefined)
      return { voices: [...clusters].map(({ sums }) => sums), apart: 0 }
    const lost = loss(one, other)
    if (count === null ? lost > penalty : clusters.size <= count)
      return {
        voices: [...clusters].map(({ sums }) => sums),
        apart: lost / Math.min(countOf(one), countOf(other)),
      }
    for (const merged of [a, b]) {
      clusters.delete(merged)
      for (const { losses } of clusters) losses.delete(merged)
    }
    await add(addSums(a.sums, b.sums))
  }
}

function mostAlike(clusters: ReadonlySet<Cluster>): Cluster[] {
  let [found, least]: [Cluster[], number] = [[], Infinity]
  for (const cluster of clusters)
    for (const [other, loss] of cluster.losses) if (loss < least) [found, least] = [[cluster, other], loss]
  return found
}

function atMost(sums: FrameSums): FrameSums {
  const scale = Math.min(1, COMPARED_FRAMES / countOf(sums))
  return sums.map((value) => value * scale)
}
