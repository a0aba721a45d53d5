/** Values in a frame: a one, then its 16 coefficients. */
export const VALUES = 17

/**
 * Sums over frames, from which a normal distribution is fitted: the products of every two values of a frame, row by
 * row. Because of the one, the first entry is the number of frames, and the first row is their sum.
 */
export type FrameSums = Float64Array

/** A normal distribution: the inverse of its second moments, mean included. */
export interface Gaussian {
  inverse: Float64Array
  logDeterminant: number
}

/** A few frames have no covariance of their own: that of the whole recording has the weight of this many frames. */
const PRIOR_FRAMES = 30
const SMALLEST_VARIANCE = 1e-3

export const frameCount = (sums: FrameSums) => sums[0] ?? 0

export const addSums = (a: FrameSums, b: FrameSums): FrameSums => a.map((value, k) => value + (b[k] ?? 0))

export function covariance(sums: FrameSums): Float64Array {
  const mean = (i: number) => (sums[i] ?? 0) / frameCount(sums)
  return sums.map((sum, k) => sum / frameCount(sums) - mean(Math.floor(k / VALUES)) * mean(k % VALUES))
}

/** @param prior covariance of the whole recording. */
export function fitGaussian(sums: FrameSums, prior: Float64Array): Gaussian {
  const own = covariance(sums)
  const weight = PRIOR_FRAMES / (frameCount(sums) + PRIOR_FRAMES)
  return invert(sums.map((sum, k) => sum / frameCount(sums) + weight * ((prior[k] ?? 0) - (own[k] ?? 0))))
}

/** The logarithm of the probability density of frames, up to a constant that all distributions share. */
export function logDensity({ inverse, logDeterminant }: Gaussian, frames: FrameSums): number {
  return -0.5 * frames.reduce((sum, value, k) => sum + value * (inverse[k] ?? 0), frameCount(frames) * logDeterminant)
}

/** Inverts a symmetric matrix in place (Gauss-Jordan elimination). */
function invert(matrix: Float64Array): Gaussian {
  let logDeterminant = 0
  for (let pivot = 0; pivot < VALUES; pivot += 1) {
    const row = matrix.slice(pivot * VALUES, (pivot + 1) * VALUES)
    const variance = Math.max(row[pivot] ?? 0, SMALLEST_VARIANCE)
    logDeterminant += Math.log(variance)
    for (let i = 0, k = 0; i < VALUES; i += 1) {
      const factor = (i === pivot ? -1 : (matrix[i * VALUES + pivot] ?? 0)) / variance
      for (let j = 0; j < VALUES; j += 1, k += 1)
        matrix[k] = (i === pivot ? 0 : (matrix[k] ?? 0)) - factor * (row[j] ?? 0)
      matrix[i * VALUES + pivot] = -factor
    }
  }
  return { inverse: matrix, logDeterminant }
}
