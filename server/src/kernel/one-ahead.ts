/** Prepares each item while whoever takes them works on the one before. */
export async function* oneAhead<T, R>(
  items: readonly T[],
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const start = (index: number): Promise<R> | null => {
    const item = items[index]
    if (index >= items.length) return null
    const preparing = prepare(item as T)
    // It may fail before anybody waits for it; whoever waits is told all the same.
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
