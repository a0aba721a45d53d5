import { addSums, frameCount, covariance, fitGaussian, VALUES, type FrameSums } from './gaussian.ts'

/** Mean and covariance of a cluster. */
const PARAMETERS = ((VALUES - 1) * (VALUES + 2)) / 2
/** Weight of the penalty for another cluster. Below 2 one reader of a book becomes two people. */
const PENALTY = 2
/** For a voice that speaks for long, only this many frames are compared (13 s), as a voice changes over an hour. */
const COMPARED_FRAMES = 1000

interface Cluster {
  sums: FrameSums
  /** The logarithm of its likelihood, negative. */
  spread: number
}

interface Pair {
  one: Cluster
  other: Cluster
  /** Log-likelihood lost by merging them. */
  lost: number
}

/**
 * Merges ranges of audio bottom-up, always the two that are most alike by the Bayesian information criterion (Chen and
 * Gopalakrishnan, 1998), until no merge improves the model, or the requested number is left.
 * @param count the number of clusters; null: as many as can be distinguished.
 * @returns each cluster, and the distance of the two most alike: log-likelihood lost per frame by merging.
 */
export function clusterVoices(stretches: readonly FrameSums[], count: number | null) {
  const all = stretches.reduce(addSums)
  const prior = covariance(all)
  const penalty = (PENALTY / 2) * PARAMETERS * Math.log(Math.min(frameCount(all), 2 * COMPARED_FRAMES))
  const spread = (sums: FrameSums) => (frameCount(sums) / 2) * fitGaussian(sums, prior).logDeterminant
  const toCluster = (sums: FrameSums): Cluster => ({ sums, spread: spread(sums) })
  const loss = (a: Cluster, b: Cluster) => spread(addSums(a.sums, b.sums)) - a.spread - b.spread
  let [clusters, pairs]: [Cluster[], Pair[]] = [[], []]
  const add = (one: Cluster) => {
    pairs.push(...clusters.map((other) => ({ one, other, lost: loss(one, other) })))
    clusters.push(one)
  }
  for (const sums of stretches) add(toCluster(sums))
  while (pairs.length > 0) {
    const { one, other } = pairs.reduce((least, pair) => (pair.lost < least.lost ? pair : least))
    const [a, b] = [atMost(one.sums), atMost(other.sums)]
    const lost = loss(toCluster(a), toCluster(b))
    if (count === null ? lost > penalty : clusters.length <= count)
      return { clusters, apart: lost / Math.min(frameCount(a), frameCount(b)) }
    const isLeft = (cluster: Cluster) => cluster !== one && cluster !== other
    clusters = clusters.filter(isLeft)
    pairs = pairs.filter((pair) => isLeft(pair.one) && isLeft(pair.other))
    add(toCluster(addSums(one.sums, other.sums)))
  }
  return { clusters, apart: 0 }
}

function atMost(sums: FrameSums): FrameSums {
  const scale = Math.min(1, COMPARED_FRAMES / frameCount(sums))
  return sums.map((value) => value * scale)
}
