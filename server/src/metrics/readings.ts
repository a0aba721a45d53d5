import { statfs } from 'node:fs/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { Readings } from './metrics.ts'
import { createStorageCount } from './read-storage.ts'

interface ReadingsOptions {
  queue: Pick<Queue, 'depths'>
  storage: Pick<Storage, 'all'>
  engineSpeeds: () => Promise<Readings['engines']>
  dataDir: string
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Looks up values that have no counter. */
export function createReadings({ queue, storage, engineSpeeds, dataDir, clock, log }: ReadingsOptions) {
  const stored = createStorageCount({ storage, clock, log })
  return {
    read: async (): Promise<Readings> => {
      const [depths, { bavail, blocks, bsize }, engines] = await Promise.all([
        queue.depths(),
        statfs(dataDir),
        engineSpeeds(),
      ])
      return {
        queue: depths,
        storage: stored.read(),
        disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
        engines,
        version: packageJson.version,
      }
    },
    /** Resolves when no count is running. */
    settled: stored.settled,
  }
}
