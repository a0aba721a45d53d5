import type { Clock } from '../kernel/clock.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Storage } from '../storage/storage.ts'

interface CountOptions {
  storage: Pick<Storage, 'all'>
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** How long a count is cached: listing a bucket costs money. */
  keptMs?: number
}

/**
 * Counts stored objects, in the background and only on demand. @returns the last count; null: none has finished yet.
 */
export function createStorageCount({ storage, clock, log, keptMs = 60 * 60 * 1000 }: CountOptions) {
  let last: { bytes: number; objects: number } | null = null
  let begunAt = -Infinity
  let counting = Promise.resolve()

  async function count(): Promise<void> {
    const found = { bytes: 0, objects: 0 }
    for await (const { size } of storage.all()) {
      found.bytes += size
      found.objects += 1
    }
    last = found
  }

  return {
    read() {
      const now = clock().getTime()
      if (now - begunAt >= keptMs) {
        begunAt = now
        counting = count().catch((error: unknown) =>
          log.warn({ error: describeError(error) }, 'storage was not counted'),
        )
      }
      return last
    },
    settled: () => counting,
  }
}
