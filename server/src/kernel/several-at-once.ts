/**
 * Runs `work` for every item, at most `limit` at a time; results keep the order of the items. The first failure stops the
 * rest: the signal handed to `work` is aborted and nothing new is started.
 */
export async function severalAtOnce<T, R>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const results: R[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [index, item] of waiting) {
      either.throwIfAborted()
      results[index] = await work(item, index, either)
    }
  }
  const lanes = Array.from({ length: Math.min(limit, items.length) }, () =>
    lane().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const settled = await Promise.allSettled(lanes)
  signal.throwIfAborted()
  if (settled.some((outcome) => outcome.status === 'rejected')) throw failed.signal.reason
  return results
}
