import type { Model } from './manifest.ts'
import { createModelCheck, createSizeCheck, type FileState } from './model-folder.ts'

/** A model that is here and whole, or why there is none. */
export type Found = Model | 'missing' | 'damaged'

/** Looks for a model of one of these kinds that is here and whole. */
export type FindModel = (kinds: readonly Model['kind'][], signal: AbortSignal) => Promise<Found>

/** @param models in order of preference: the first that is whole is found. */
export function createModelFinder(folder: string, models: readonly Model[]): FindModel {
  const lookup = createModelLookup(folder)
  return (kinds, signal) =>
    lookup.whole(
      models.filter(({ kind }) => kinds.includes(kind)),
      signal,
    )
}

/** Looks through models in their order. */
export interface ModelLookup {
  /** The first that is the expected one, byte by byte. */
  whole(models: readonly Model[], signal: AbortSignal): Promise<Found>
  /** The first that has the expected size: reading gigabytes takes seconds, and nobody shall wait for a status. */
  quick(models: readonly Model[]): Promise<Found>
}

/** Bytes are read again only when a file has changed. */
export function createModelLookup(folder: string): ModelLookup {
  const [byBytes, bySize] = [createModelCheck(folder), createSizeCheck(folder)]
  return {
    whole: (models, signal) => first(models, (model) => byBytes(model, signal)),
    quick: (models) => first(models, bySize),
  }
}

async function first(models: readonly Model[], check: (model: Model) => Promise<FileState>): Promise<Found> {
  let damaged = false
  for (const model of models) {
    const state = await check(model)
    if (state === 'good') return model
    damaged ||= state === 'wrong'
  }
  return damaged ? 'damaged' : 'missing'
}
