/**
 * Runs `work` for every item, at most `limit` at a time; results keep the order of the items. The first failure stops
 * the rest: it aborts the signal passed to `work` and starts nothing new.
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

/** Prefetches: prepares each item while the consumer works on the previous one. */
export async function* prefetch<T, R>(
  items: readonly T[],
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const start = (index: number): Promise<R> | null => {
    const item = items[index]
    if (index >= items.length) return null
    const preparing = prepare(item as T)
    // A rejection before it is awaited must not count as unhandled; the consumer still gets it.
    preparing.catch(() => {})
    return preparing
  }
  let coming = start(0)
  try {
    for (let index = 1; coming !== null; index++) {
      const ready = await coming
      coming = start(index)
      yield ready
    }
  } finally {
    await coming?.catch(() => {})
  }
}
