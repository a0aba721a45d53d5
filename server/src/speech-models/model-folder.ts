import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileDigest } from '../kernel/file-digest.ts'
import type { Model, ModelFile } from './manifest.ts'

/** `part`: the download was interrupted and can resume. `wrong`: a different or damaged file. */
export type FileState = 'absent' | 'part' | 'wrong' | 'good'

/** Path of a model's file. */
export function modelPath(folder: string, model: Pick<Model, 'id'>, file: Pick<ModelFile, 'name'>): string {
  return join(folder, model.id, file.name)
}

/** Path of the model's file whose name contains `part`. @throws when the model has no such file. */
export function partOfModel(folder: string, model: Model, part: string): string {
  const file = model.files.find(({ name }) => name.includes(part))
  if (file === undefined) throw new Error(`${model.id} has no ${part}`)
  return modelPath(folder, model, file)
}

/** Path of an unfinished download, next to the final file. */
export function partPath(path: string): string {
  return `${path}.part`
}

interface CheckOptions {
  signal: AbortSignal
  /** Bytes of this file read so far. */
  onProgress?: (bytes: number) => void
}

/** Checks a model's file by its SHA-256. */
export async function checkFile(
  path: string,
  file: ModelFile,
  { signal, onProgress = () => {} }: CheckOptions,
): Promise<FileState> {
  const state = await checkSize(path, file)
  if (state !== 'good') return state
  return (await fileDigest(path, { signal, onProgress })) === file.sha256 ? 'good' : 'wrong'
}

/**
 * Rechecks models only when their files change: reading hundreds of megabytes takes a second.
 * @returns the first bad state, or good.
 */
function createModelCheck(folder: string): (model: Model, signal: AbortSignal) => Promise<FileState> {
  const known = new Map<string, { stamp: string; state: FileState }>()
  return async (model, signal) => {
    for (const file of model.files) {
      const path = modelPath(folder, model, file)
      const stamp = await getStamp(path)
      const last = known.get(path)
      const state = last?.stamp === stamp ? last.state : await checkFile(path, file, { signal })
      known.set(path, { stamp, state })
      if (state !== 'good') return state
    }
    return 'good'
  }
}

/** Checks only the sizes of a model's files. @returns the first bad state, or good. */
function createSizeCheck(folder: string): (model: Model) => Promise<FileState> {
  return async (model) => {
    for (const file of model.files) {
      const state = await checkSize(modelPath(folder, model, file), file)
      if (state !== 'good') return state
    }
    return 'good'
  }
}

async function checkSize(path: string, { bytes }: ModelFile): Promise<FileState> {
  const size = await sizeFor(path)
  if (size === null) return (await sizeFor(partPath(path))) === null ? 'absent' : 'part'
  return size === bytes ? 'good' : 'wrong'
}

/** Size of a file in bytes, or null if it doesn't exist. */
export async function sizeFor(path: string): Promise<number | null> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() ? facts.size : null
}

async function getStamp(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(() => null)
  return facts === null ? 'absent' : `${facts.size} ${facts.mtimeNs} ${facts.ino}`
}

/** An installed and complete model, or why there is none. */
export type Found = Model | 'missing' | 'damaged'

/** Finds an installed and complete model of one of these kinds. */
type FindModel = (kinds: readonly Model['kind'][], signal: AbortSignal) => Promise<Found>

/** @param models in order of preference: returns the first complete one. */
export function createModelFinder(folder: string, models: readonly Model[]): FindModel {
  const lookup = createModelLookup(folder)
  return (kinds, signal) =>
    lookup.whole(
      models.filter(({ kind }) => kinds.includes(kind)),
      signal,
    )
}

/** Finds an installed model among several, in order. */
interface ModelLookup {
  /** The first with a correct SHA-256. */
  whole(models: readonly Model[], signal: AbortSignal): Promise<Found>
  /** The first with the expected size: reading gigabytes takes seconds, too long for a status. */
  quick(models: readonly Model[]): Promise<Found>
}

/** Rereads a file's bytes only when it has changed. */
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
