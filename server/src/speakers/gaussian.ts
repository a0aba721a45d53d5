/**
 * Sums over frames, from which a normal distribution is fitted: the products of every two values of a frame (lower
 * triangle), where a one stands before its coefficients. So the first entry is their count, the first column their sum.
 */
export type FrameSums = Float64Array

/** @param frames coefficients, frame after frame. @param dimensions how many a frame has. */
export function sumFrames(frames: Float32Array, dimensions: number): FrameSums {
  const sums = new Float64Array(((dimensions + 1) * (dimensions + 2)) / 2)
  for (let offset = 0; offset < frames.length; offset += dimensions) {
    for (let i = 0, k = 0; i <= dimensions; i += 1) {
      const value = valueAt(frames, offset, i)
      for (let j = 0; j <= i; j += 1, k += 1) sums[k] = (sums[k] ?? 0) + value * valueAt(frames, offset, j)
    }
  }
  return sums
}

export const countOf = (sums: FrameSums) => sums[0] ?? 0

export const addSums = (a: FrameSums, b: FrameSums): FrameSums => a.map((value, k) => value + (b[k] ?? 0))

/** A normal distribution: the Cholesky factor of its second moments, mean included. */
export interface Gaussian {
  factor: Float64Array
  logDeterminant: number
}

/** A few frames have no covariance of their own: that of the whole recording counts as much as so many frames. */
const PRIOR_FRAMES = 30

/** @param prior covariance of the whole recording. */
export function fitGaussian(sums: FrameSums, prior: Float64Array): Gaussian {
  const count = countOf(sums)
  const mean = (i: number) => (sums[(i * (i + 1)) / 2] ?? 0) / count
  return decompose(
    byEntry(
      sums,
      (i, j, k) => ((sums[k] ?? 0) + PRIOR_FRAMES * ((prior[k] ?? 0) + mean(i) * mean(j))) / (count + PRIOR_FRAMES),
    ),
  )
}

/** The covariance, with a little added to the diagonal so that it can be decomposed. */
export function covarianceOf(sums: FrameSums): Float64Array {
  const mean = (i: number) => (sums[(i * (i + 1)) / 2] ?? 0) / countOf(sums)
  return byEntry(sums, (i, j, k) => {
    const covariance = (sums[k] ?? 0) / countOf(sums) - mean(i) * mean(j)
    return i === j && i > 0 ? covariance + SMALLEST_VARIANCE : covariance
  })
}

/** The logarithm of the probability density of frames, one after another, without its constant. */
export function logDensity({ factor, logDeterminant }: Gaussian, frames: Float32Array, dimensions: number): number {
  const solved = new Float64Array(dimensions + 1)
  let density = 0
  for (let offset = 0; offset < frames.length; offset += dimensions) {
    density -= logDeterminant / 2
    for (let i = 0, k = 0; i <= dimensions; i += 1, k += 1) {
      let rest = valueAt(frames, offset, i)
      for (let j = 0; j < i; j += 1, k += 1) rest -= (factor[k] ?? 0) * (solved[j] ?? 0)
      solved[i] = rest / (factor[k] ?? 1)
      if (i > 0) density -= (solved[i] ?? 0) ** 2 / 2
    }
  }
  return density
}

const SMALLEST_VARIANCE = 1e-3

const valueAt = (frames: Float32Array, offset: number, i: number) => (i === 0 ? 1 : (frames[offset + i - 1] ?? 0))

/** A lower triangle of the same size. */
function byEntry(like: Float64Array, value: (i: number, j: number, k: number) => number): Float64Array {
  const triangle = new Float64Array(like.length)
  for (let i = 0, k = 0; k < triangle.length; i += 1)
    for (let j = 0; j <= i; j += 1, k += 1) triangle[k] = value(i, j, k)
  return triangle
}

/** Cholesky decomposition. */
function decompose(matrix: Float64Array): Gaussian {
  let logDeterminant = 0
  const factor = new Float64Array(matrix.length)
  for (let i = 0, row = 0; row < matrix.length; i += 1, row += i) {
    for (let j = 0, other = 0; j <= i; j += 1, other += j) {
      let rest = matrix[row + j] ?? 0
      for (let k = 0; k < j; k += 1) rest -= (factor[row + k] ?? 0) * (factor[other + k] ?? 0)
      factor[row + j] = i === j ? Math.sqrt(Math.max(rest, SMALLEST_VARIANCE)) : rest / (factor[other + j] ?? 1)
    }
    logDeterminant += 2 * Math.log(factor[row + i] ?? 1)
  }
  return { factor, logDeterminant }
}
