import { availableParallelism, totalmem } from 'node:os'
import type { Model } from './manifest.ts'

/** The resources that a model can use. */
export interface Machine {
  /** Total memory and what of it is free now, bytes; a container's limit counts. */
  memoryBytes: number
  freeBytes: number
  cores: number
}

const GIB = 1024 ** 3
/** On fewer cores a large model is slow, and becomes the second choice. */
const CORES_FOR_LARGE = 4
/** Memory of the library and the smallest useful context, beside the model itself. */
const BESIDE_BYTES = 1.5 * GIB

/** This machine's resources now. */
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

/** The least memory that a writing model takes. */
export function neededBytes(model: Model): number {
  return modelBytes(model) + BESIDE_BYTES
}

/** The size of all its files. */
export function modelBytes({ files }: Model): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
