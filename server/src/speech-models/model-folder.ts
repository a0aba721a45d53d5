import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileDigest } from '../kernel/file-digest.ts'
import type { Model, ModelFile } from './manifest.ts'

/** `part`: the download was cut off and can go on. `wrong`: it is another file, or a damaged one. */
export type FileState = 'absent' | 'part' | 'wrong' | 'good'

/** Where a model's file lies. */
export function modelPath(folder: string, model: Pick<Model, 'id'>, file: Pick<ModelFile, 'name'>): string {
  return join(folder, model.id, file.name)
}

/** Where the file of a model lies whose name has this in it. @throws when the model has no such file. */
export function partOfModel(folder: string, model: Model, part: string): string {
  const file = model.files.find(({ name }) => name.includes(part))
  if (file === undefined) throw new Error(`${model.id} has no ${part}`)
  return modelPath(folder, model, file)
}

/** A download that is not whole yet lies beside its place. */
export function partPath(path: string): string {
  return `${path}.part`
}

export interface CheckOptions {
  signal: AbortSignal
  /** Bytes of this file that were read. */
  onProgress?: (bytes: number) => void
}

/** Looks at a model's file, byte by byte. */
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
 * Checks models again only when their files have changed: reading hundreds of megabytes takes a second.
 * @returns the first state that is not good, or good.
 */
export function createModelCheck(folder: string): (model: Model, signal: AbortSignal) => Promise<FileState> {
  const known = new Map<string, { stamp: string; state: FileState }>()
  return async (model, signal) => {
    for (const file of model.files) {
      const path = modelPath(folder, model, file)
      const stamp = await stampOf(path)
      const last = known.get(path)
      const state = last?.stamp === stamp ? last.state : await checkFile(path, file, { signal })
      known.set(path, { stamp, state })
      if (state !== 'good') return state
    }
    return 'good'
  }
}

/** Looks at the sizes of a model's files alone. @returns the first state that is not good, or good. */
export function createSizeCheck(folder: string): (model: Model) => Promise<FileState> {
  return async (model) => {
    for (const file of model.files) {
      const state = await checkSize(modelPath(folder, model, file), file)
      if (state !== 'good') return state
    }
    return 'good'
  }
}

async function checkSize(path: string, { bytes }: ModelFile): Promise<FileState> {
  const size = await sizeOf(path)
  if (size === null) return (await sizeOf(partPath(path))) === null ? 'absent' : 'part'
  return size === bytes ? 'good' : 'wrong'
}

/** Size of a file in bytes, or null when there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() ? facts.size : null
}

async function stampOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(() => null)
  return facts === null ? 'absent' : `${facts.size} ${facts.mtimeNs} ${facts.ino}`
}
