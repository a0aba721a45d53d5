import { availableParallelism, totalmem } from 'node:os'
import type { Model } from './manifest.ts'

/** What a model has to get along with. */
export interface Machine {
  /** Memory that is there, and of it what is free now. Bytes; the limits of a container count. */
  memoryBytes: number
  freeBytes: number
  cores: number
}

const GIB = 1024 ** 3
/** A large model is slow on fewer; then it is the second choice. */
const CORES_FOR_LARGE = 4
/** What the library and the smallest useful context need beside the model itself. */
const BESIDE_BYTES = 1.5 * GIB

/** What there is now. */
export function thisMachine(): Machine {
  // 0, or more than there is: no limit.
  const limit = process.constrainedMemory() || Infinity
  return {
    memoryBytes: Math.min(totalmem(), limit),
    freeBytes: process.availableMemory(),
    cores: availableParallelism(),
  }
}

/** The models that write and fit this memory, the best for this machine first. */
export function writingModelsFor(models: readonly Model[], memoryBytes: number, cores: number): Model[] {
  const bySize = models
    .filter((model) => model.kind === 'writing' && neededBytes(model) <= memoryBytes)
    .toSorted((a, b) => modelBytes(b) - modelBytes(a))
  return cores >= CORES_FOR_LARGE ? bySize : bySize.toReversed()
}

/** Memory that a writing model takes at the least. */
export function neededBytes(model: Model): number {
  return modelBytes(model) + BESIDE_BYTES
}

/** The size of all its files. */
export function modelBytes({ files }: Model): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
