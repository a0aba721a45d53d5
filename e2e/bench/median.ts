/** Middle value of an odd number of measurements. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value that so many of a hundred measurements don't exceed. */
export function percentile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))] ??
    Number.NaN
  )
}

/** Runs something and returns how long it took, in ms. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
