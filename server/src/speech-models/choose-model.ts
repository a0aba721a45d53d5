import { availableParallelism, totalmem } from 'node:os'
import { ConfigError } from '../kernel/errors.ts'
import type { Model } from './manifest.ts'
import { KEPT_FREE_BYTES } from './pull-model.ts'
import { modelBytes } from './sizes.ts'

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

/** A larger speech recogniser takes longer than the call on one core, and much memory beside the model itself. */
const LARGE_RECOGNISER_BYTES = 300e6
const CORES_FOR_LARGE_RECOGNISER = 2
/** Memory beside the model itself, as far as public projects state it: it was not measured here. */
const BESIDE_RECOGNISER_BYTES = { large: 1.3 * GIB, small: 0.4 * GIB }

/** What a speech model is chosen by, besides the machine. */
export interface SpeechChoice {
  /** An id, or `auto`. */
  preferred: string
  /** What may be written to the models' disk. */
  diskBytes: number
}

/**
 * The speech model that suits this machine, with the models that find and diarise the voices for it.
 * @returns a sentence when none fits.
 * @throws {ConfigError} when the preferred one is not a speech model.
 */
export function chooseSpeechModels(
  models: readonly Model[],
  { freeBytes, cores }: Machine,
  { preferred, diskBytes }: SpeechChoice,
): Model[] | string {
  const recognisers = models.filter(({ kind }) => kind === 'transducer' || kind === 'whisper')
  const companions = (['voice-activity', 'speaker-segmentation', 'speaker-embedding'] as const).flatMap((kind) =>
    models.filter((model) => model.kind === kind).slice(0, 1),
  )
  const fitsDisk = (model: Model) => modelBytes(model) + KEPT_FREE_BYTES <= diskBytes
  const fitsMachine = (model: Model) =>
    modelBytes(model) > LARGE_RECOGNISER_BYTES
      ? cores >= CORES_FOR_LARGE_RECOGNISER && modelBytes(model) + BESIDE_RECOGNISER_BYTES.large <= freeBytes
      : modelBytes(model) + BESIDE_RECOGNISER_BYTES.small <= freeBytes
  const recogniser =
    preferred === 'auto'
      ? recognisers.find((model) => fitsMachine(model) && fitsDisk(model))
      : named(preferred, recognisers)
  if (recogniser !== undefined) return [...companions.slice(0, 1), recogniser, ...companions.slice(1)]
  return recognisers.some(fitsMachine)
    ? 'The disk has too little space for a speech model.'
    : 'This machine has too little free memory for a speech model.'
}

/** The models with the preferred speech model before the others, so that it is the one that is used. */
export function preferredFirst(models: readonly Model[], preferred: string): readonly Model[] {
  return models.toSorted((a, b) => Number(b.id === preferred) - Number(a.id === preferred))
}

function named(id: string, recognisers: readonly Model[]): Model {
  const model = recognisers.find((each) => each.id === id)
  if (model === undefined)
    throw new ConfigError(
      `The setting SPEECH_MODEL is wrong: unknown speech model ${id}. Available: auto, ${recognisers.map((each) => each.id).join(', ')}.`,
    )
  return model
}
