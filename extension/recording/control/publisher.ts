/**
 * Reads and publishes a value, one at a time: of two that overlap, the older could be published last, and on a busy
 * machine they would queue.
 * @returns how to publish what holds from now on; resolves when that is done.
 */
export function createPublisher<Value>(
  read: () => Promise<Value> | Value,
  publish: (value: Value) => unknown,
): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    // A caller during a reading shares the one that follows it.
    next ??= last.then(async () => {
      next = null
      await publish(await read())
    })
    last = next.catch(() => {})
    return next
  }
}
