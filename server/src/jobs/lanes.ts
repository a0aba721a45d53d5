import { availableParallelism, totalmem } from 'node:os'

/** Long jobs transcribe, convert or diarize; short ones take seconds and never wait for those. */
export const LANES = ['short', 'long'] as const
export type Lane = (typeof LANES)[number]

/** Maximum concurrent jobs in each lane. */
export type Slots = Record<Lane, number>

const GIB = 1024 ** 3
/** A speech engine computes on two cores, and needs as much memory with its model. */
const CORES_PER_LONG_JOB = 4
const BYTES_PER_LONG_JOB = 4 * GIB
const BYTES_PER_SHORT_JOB = 2 * GIB
const MOST = { short: 4, long: 4 }

/**
 * @param set by the operator; absent lanes are derived from cores and memory.
 * @param machine its cores and memory.
 */
export function getSlots(
  set: Partial<Record<Lane, number | undefined>>,
  machine = { cores: availableParallelism(), memoryBytes: totalmem() },
): Slots {
  const { cores, memoryBytes } = machine
  const fitting = (max: number, ...each: number[]) => Math.max(1, Math.min(max, ...each.map(Math.floor)))
  return {
    short: set.short ?? fitting(MOST.short, cores, memoryBytes / BYTES_PER_SHORT_JOB),
    long: set.long ?? fitting(MOST.long, cores / CORES_PER_LONG_JOB, memoryBytes / BYTES_PER_LONG_JOB),
  }
}
