/** Median of an odd number of measurements. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The given percentile of the measurements. */
export function percentile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))] ??
    Number.NaN
  )
}

/** Runs a function and returns its duration, in ms. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
