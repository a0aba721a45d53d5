import { availableParallelism, totalmem } from 'node:os'
import { ConfigError } from '../kernel/errors.ts'
import type { Model } from './manifest.ts'
import { KEPT_FREE_BYTES } from './pull-model.ts'
import { modelBytes } from './sizes.ts'

/** The resources available to a model. */
export interface Machine {
  /** Total and free memory in bytes; respects a container's limit. */
  memoryBytes: number
  freeBytes: number
  cores: number
}

const GIB = 1024 ** 3
/** With fewer cores a large model is slow, and becomes the second choice. */
const CORES_FOR_LARGE = 4
/** Memory of the library and the smallest useful context, on top of the model itself. */
const BESIDE_BYTES = 1.5 * GIB

/** This machine's current resources. */
export function thisMachine(): Machine {
  // 0, or more than the machine has: no limit.
  const limit = process.constrainedMemory() || Infinity
  return {
    memoryBytes: Math.min(totalmem(), limit),
    freeBytes: process.availableMemory(),
    cores: availableParallelism(),
  }
}

/** The recap models that fit this memory, best for this machine first. */
export function writingModelsFor(models: readonly Model[], memoryBytes: number, cores: number): Model[] {
  const bySize = models
    .filter((model) => model.kind === 'writing' && neededBytes(model) <= memoryBytes)
    .toSorted((a, b) => modelBytes(b) - modelBytes(a))
  return cores >= CORES_FOR_LARGE ? bySize : bySize.toReversed()
}

/** The least memory that a recap model needs. */
export function neededBytes(model: Model): number {
  return modelBytes(model) + BESIDE_BYTES
}

/**
 * On one core a larger speech recogniser is slower than real time, and needs much memory on top of the model itself.
 */
const LARGE_RECOGNISER_BYTES = 300e6
const CORES_FOR_LARGE_RECOGNISER = 2
/** Memory on top of the model itself, as stated by public projects; not measured here. */
const BESIDE_RECOGNISER_BYTES = { large: 1.3 * GIB, small: 0.4 * GIB }

/** What the speech model is chosen by, besides the machine. */
export interface SpeechChoice {
  /** An id, or `auto`. */
  preferred: string
  /** Bytes that may be written to the models' disk. */
  diskBytes: number
}

/**
 * The speech model that suits this machine, with the models that detect and diarise its voices.
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
    : 'This server has too little free memory for a speech model.'
}

/** The models with the preferred speech model first, so that it is the one used. */
export function preferredFirst(models: readonly Model[], preferred: string): readonly Model[] {
  return models.toSorted((a, b) => Number(b.id === preferred) - Number(a.id === preferred))
}

function named(id: string, recognisers: readonly Model[]): Model {
  const model = recognisers.find((each) => each.id === id)
  if (model === undefined)
    throw new ConfigError(
      `The setting SPEECH_MODEL is invalid: unknown speech model ${id}. Available: auto, ${recognisers.map((each) => each.id).join(', ')}.`,
    )
  return model
}
