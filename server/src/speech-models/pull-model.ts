import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lockInTurn } from '../db/folder-lock.ts'
import { freeDiskBytes } from '../kernel/disk-watch.ts'
import type { Egress } from '../kernel/egress.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { fileDigest } from '../kernel/file-digest.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Model, ModelFile } from './manifest.ts'
import { checkFile, modelPath, partPath, sizeFor } from './model-folder.ts'
import { openLocal, openRemote, type Source } from './model-source.ts'
import { megabytes } from './sizes.ts'

export interface PullOptions {
  /** MODELS_DIR. */
  folder: string
  /** A mirror's address or a folder's path, either with one folder per model; null: the publishers' own servers. */
  from: string | null
  /** Hosts that models may be fetched from. */
  egress: Egress
  signal: AbortSignal
  /** Bytes of the file so far. */
  onProgress: (file: ModelFile, bytes: number) => void
  /** ms before a retry. */
  retryMs?: number
  /** Free bytes on a folder's disk. */
  getFreeBytes?: (folder: string) => Promise<number>
}

const MAX_ATTEMPTS = 5
const RETRY_MS = 2000
/** Recordings are written to the same disk, and a full one would lose them. */
export const KEPT_FREE_BYTES = 1_000_000_000

/**
 * Fetches a model's missing files. An interrupted download resumes where it stopped, also in another run; a file gets
 * its final name only if its SHA-256 matches. When processes share the folder, one fetches; the others wait and find
 * the files.
 * @returns how many files were fetched.
 * @throws {PermanentFailure} with a sentence that names the file; its code is `unavailable` when a later run may
 * succeed.
 */
export async function pullModel(model: Model, options: PullOptions): Promise<number> {
  await mkdir(options.folder, { recursive: true })
  const unlock = await lockInTurn(join(options.folder, 'fetch.lock'), options.signal)
  try {
    return await fetchMissing(model, options)
  } finally {
    unlock()
  }
}

async function fetchMissing(model: Model, options: PullOptions): Promise<number> {
  let fetched = 0
  for (const file of model.files) {
    const path = modelPath(options.folder, model, file)
    const state = await checkFile(path, file, { signal: options.signal })
    options.onProgress(file, state === 'good' ? file.bytes : ((await sizeFor(partPath(path))) ?? 0))
    if (state === 'good') continue
    await mkdir(dirname(path), { recursive: true })
    await assertDiskSpace(path, file, options)
    await fetchFile(model, file, path, options)
    fetched += 1
  }
  return fetched
}

async function assertDiskSpace(
  path: string,
  file: ModelFile,
  { getFreeBytes = freeDiskBytes }: PullOptions,
): Promise<void> {
  const missing = file.bytes - ((await sizeFor(partPath(path))) ?? 0)
  const free = await getFreeBytes(dirname(path))
  if (free - missing < KEPT_FREE_BYTES)
    throw new PermanentFailure(
      'disk_full',
      `${file.name} needs ${megabytes(missing)} plus ${megabytes(KEPT_FREE_BYTES)} for recordings, but only ${megabytes(free)} is free.`,
    )
}

async function fetchFile(model: Model, file: ModelFile, path: string, options: PullOptions): Promise<void> {
  const { signal, retryMs = RETRY_MS } = options
  const part = partPath(path)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await append(part, file, getSource(model, file, options), options)
      break
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TransientFailure)) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new PermanentFailure(
          'unavailable',
          `Couldn’t download ${file.name}: ${error.message} Downloaded parts are saved.`,
          { cause: error },
        )
      await wait(retryMs * attempt, undefined, { signal })
    }
  }
  if ((await fileDigest(part, { signal, onProgress: () => {} })) !== file.sha256) {
    await rm(part, { force: true })
    throw new PermanentFailure('conflict', `${file.name} has the wrong SHA-256 and was removed. Try again.`)
  }
  await rename(part, path)
}

/** Appends the rest of a file to its partial download. */
async function append(
  part: string,
  file: ModelFile,
  source: Source,
  { signal, onProgress }: PullOptions,
): Promise<void> {
  const here = (await sizeFor(part)) ?? 0
  const start = here > file.bytes ? 0 : here
  if (start === file.bytes) return
  const { begins, body } = await source(start, signal)
  const handle = await open(part, begins === 0 ? 'w' : 'r+')
  try {
    await writeAll(handle, begins, body, file, onProgress)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeAll(
  handle: FileHandle,
  begins: number,
  body: AsyncIterable<Uint8Array>,
  file: ModelFile,
  onProgress: PullOptions['onProgress'],
): Promise<void> {
  let position = begins
  try {
    for await (const bytes of body) {
      if (position + bytes.length > file.bytes)
        throw new PermanentFailure('conflict', `${file.name} is larger than the expected ${file.bytes} bytes.`)
      await handle.write(bytes, 0, bytes.length, position)
      position += bytes.length
      onProgress(file, position)
    }
  } catch (error) {
    if (error instanceof PermanentFailure) throw error
    throw new TransientFailure('unavailable', `The connection was lost (${describeError(error)}).`, { cause: error })
  }
  if (position < file.bytes) throw new TransientFailure('unavailable', 'The download ended early.')
}

function getSource(model: Model, file: ModelFile, { from, egress }: PullOptions): Source {
  if (from === null) return openRemote(new URL(file.name, model.home), egress)
  if (/^https?:\/\//.test(from))
    return openRemote(new URL(`${model.id}/${file.name}`, from.endsWith('/') ? from : `${from}/`), egress)
  return openLocal(modelPath(from, model, file), file.bytes)
}
