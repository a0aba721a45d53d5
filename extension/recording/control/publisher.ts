/**
 * Reads and publishes a value, one reading at a time: of two overlapping readings the older could be published last,
 * and on a busy machine they would queue.
 * @returns a function that publishes the current value; resolves when that is done.
 */
export function createPublisher<Value>(
  read: () => Promise<Value> | Value,
  publish: (value: Value) => unknown,
): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    // Callers during a reading share the next one.
    next ??= last.then(async () => {
      next = null
      await publish(await read())
    })
    last = next.catch(() => {})
    return next
  }
}
