/** Sums over frames, from which a normal distribution is made: how many, their sum, and the sums of products (lower triangle). */
export interface FrameSums {
  count: number
  sum: Float64Array
  products: Float64Array
}

/** A normal distribution over all coefficients together. */
export interface Gaussian {
  mean: Float64Array
  /** Lower triangle of the covariance's Cholesky factor. */
  factor: Float64Array
  logDeterminant: number
}

export function sumFrames(frames: Float32Array, dimensions: number): FrameSums {
  const sums: FrameSums = {
    count: frames.length / dimensions,
    sum: new Float64Array(dimensions),
    products: new Float64Array((dimensions * (dimensions + 1)) / 2),
  }
  for (let offset = 0; offset < frames.length; offset += dimensions) {
    let k = 0
    for (let i = 0; i < dimensions; i += 1) {
      const value = frames[offset + i] ?? 0
      sums.sum[i] = (sums.sum[i] ?? 0) + value
      for (let j = 0; j <= i; j += 1, k += 1)
        sums.products[k] = (sums.products[k] ?? 0) + value * (frames[offset + j] ?? 0)
    }
  }
  return sums
}

export function addSums(a: FrameSums, b: FrameSums): FrameSums {
  return {
    count: a.count + b.count,
    sum: a.sum.map((value, i) => value + (b.sum[i] ?? 0)),
    products: a.products.map((value, i) => value + (b.products[i] ?? 0)),
  }
}

/**
 * Fits a normal distribution.
 * @param prior covariance (lower triangle) that counts as much as `priorCount` frames: a few frames by themselves have no covariance.
 */
export function fitGaussian({ count, sum, products }: FrameSums, prior: Float64Array, priorCount: number): Gaussian {
  const mean = sum.map((value) => value / count)
  const covariance = products.map(
    (value, k) =>
      (count * (value / count - (mean[ROW[k] ?? 0] ?? 0) * (mean[COLUMN[k] ?? 0] ?? 0)) +
        priorCount * (prior[k] ?? 0)) /
      (count + priorCount),
  )
  const { factor, logDeterminant } = decompose(covariance, mean.length)
  return { mean, factor, logDeterminant }
}

/** The covariance itself, lower triangle, with a little added to the diagonal so that it can be decomposed. */
export function covarianceOf({ count, sum, products }: FrameSums): Float64Array {
  return products.map((value, k) => {
    const [i, j] = [ROW[k] ?? 0, COLUMN[k] ?? 0]
    return value / count - ((sum[i] ?? 0) * (sum[j] ?? 0)) / count ** 2 + (i === j ? SMALLEST_VARIANCE : 0)
  })
}

/** The logarithm of a frame's probability density, without its constant; takes the place where the frame begins. */
export function logDensity({
  mean,
  factor,
  logDeterminant,
}: Gaussian): (frames: Float32Array, offset: number) => number {
  const dimensions = mean.length
  const solved = new Float64Array(dimensions)
  return (frames, offset) => {
    let distance = 0
    for (let i = 0, k = 0; i < dimensions; i += 1, k += 1) {
      let rest = (frames[offset + i] ?? 0) - (mean[i] ?? 0)
      for (let j = 0; j < i; j += 1, k += 1) rest -= (factor[k] ?? 0) * (solved[j] ?? 0)
      const part = rest / (factor[k] ?? 1)
      solved[i] = part
      distance += part * part
    }
    return -0.5 * (distance + logDeterminant)
  }
}

const SMALLEST_VARIANCE = 1e-3
const MOST_DIMENSIONS = 32
/** Row and column of each entry of a lower triangle. */
const ROW = Uint8Array.from({ length: (MOST_DIMENSIONS * (MOST_DIMENSIONS + 1)) / 2 }, (_, k) =>
  Math.floor((Math.sqrt(8 * k + 1) - 1) / 2),
)
const COLUMN = ROW.map((row, k) => k - (row * (row + 1)) / 2)

/** Cholesky decomposition of a lower triangle. */
function decompose(matrix: Float64Array, dimensions: number): { factor: Float64Array; logDeterminant: number } {
  const factor = new Float64Array(matrix.length)
  let logDeterminant = 0
  for (let i = 0; i < dimensions; i += 1) {
    const row = (i * (i + 1)) / 2
    for (let j = 0; j <= i; j += 1) {
      const other = (j * (j + 1)) / 2
      let sum = matrix[row + j] ?? 0
      for (let k = 0; k < j; k += 1) sum -= (factor[row + k] ?? 0) * (factor[other + k] ?? 0)
      if (i === j) {
        const root = Math.sqrt(Math.max(sum, SMALLEST_VARIANCE))
        factor[row + i] = root
        logDeterminant += 2 * Math.log(root)
      } else factor[row + j] = sum / (factor[other + j] ?? 1)
    }
  }
  return { factor, logDeterminant }
}
