import type { Model } from './manifest.ts'
import { createModelCheck } from './model-folder.ts'

/** Looks for a model of one of these kinds that is here and whole. */
export type FindModel = (kinds: readonly Model['kind'][], signal: AbortSignal) => Promise<Model | 'missing' | 'damaged'>

/** @param models in order of preference: the first that is whole is found. */
export function createModelFinder(folder: string, models: readonly Model[]): FindModel {
  const check = createModelCheck(folder)
  return async (kinds, signal) => {
    let damaged = false
    for (const model of models) {
      if (!kinds.includes(model.kind)) continue
      const state = await check(model, signal)
      if (state === 'good') return model
      damaged ||= state === 'wrong'
    }
    return damaged ? 'damaged' : 'missing'
  }
}
