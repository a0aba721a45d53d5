import type { DiskWatch } from '../kernel/disk-watch.ts'

/** A disk with free space that accepts all writes. */
export const soundDisk: DiskWatch = { note: () => false, check: async () => null, stop() {} }
