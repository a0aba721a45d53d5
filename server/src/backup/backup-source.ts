import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { hasCode } from '../storage/durable-file.ts'
import { filesBelow } from '../storage/files-below.ts'
import type { Storage } from '../storage/storage.ts'

export interface BackupSource {
  dataDir: string
  /** The models' folder, skipped because models can be downloaded again. */
  modelsDir: string
  /** The database's file, or `postgres://…`. */
  database: string
  /** Recordings and derived files: below the data folder, or in a bucket. */
  storage: Storage
  clock: Clock
}

/** A file of the installation in its current state. */
export interface SourceFile {
  path: string
  size: number
  modifiedMs: number
}

/** Prefix of stored objects, in a folder or a bucket. */
export const STORED = 'uservideos/'
/** Skipped: working files, files that a start recreates, and files that are backed up another way. */
const LEFT_OUT =
  /^(work|transfers|uservideos)\/|^(server\.lock|callfolio\.db(-wal|-shm)?|model-fetch\.json)$|(^|\/)\.probe-/

/** Every file except the database. Files added or removed during the listing may or may not be included. */
export async function* listSource(source: BackupSource): AsyncGenerator<SourceFile> {
  const { dataDir, modelsDir, storage } = source
  const models = `${relative(dataDir, modelsDir).replaceAll('\\', '/')}/`
  for (const path of await filesBelow(dataDir, (each) => !LEFT_OUT.test(each) && !each.startsWith(models))) {
    const facts = await stat(join(dataDir, path)).catch(nullWhenGone)
    if (facts !== null) yield { path, size: facts.size, modifiedMs: facts.mtimeMs }
  }
  for await (const { key, size, modifiedAt } of storage.all())
    yield { path: STORED + key, size, modifiedMs: modifiedAt.getTime() }
}

/** @returns a file's bytes; a missing file fails with an error that `isGone` recognises. */
export async function readSource({ dataDir, storage }: BackupSource, path: string): Promise<Readable> {
  return path.startsWith(STORED) ? storage.read(path.slice(STORED.length)) : createReadStream(join(dataDir, path))
}

/** Whether a read failed because the file has been removed. */
export function isGone(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || (error instanceof AppError && error.code === 'not_found')
}

function nullWhenGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}
