import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase, readSnapshot } from '../db/snapshot.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import {
  contentsOf,
  objectKey,
  readManifest,
  writeHashed,
  writeManifest,
  type BackupFile,
  type BackupPlace,
  type Manifest,
} from './backup-place.ts'
import { isGone, listSource, readSource, STORED, type BackupSource, type SourceFile } from './backup-source.ts'

export interface BackupReport {
  files: number
  bytes: number
  /** Of them, what was not in the backup before. */
  newBytes: number
  hasSecretKey: boolean
}

/** A file may go between the list and the copy again and again. */
const ROUNDS = 5
/** Buckets give times in seconds: what was written just now may be written again without its time changing. */
const SETTLED_MS = 2000

/**
 * Copies an installation while its servers work. Files are copied first, then the database, then what came meanwhile: what a
 * page in the database's copy shows is there, and nothing that was deleted before it.
 * @param to what it has already is not copied again.
 */
export async function makeBackup(source: BackupSource, to: BackupPlace): Promise<BackupReport> {
  const before = await readManifest(to)
  const known = new Map(before?.files.map((file) => [file.path, file]))
  const contents = await contentsOf(to.storage)
  const work = await to.makeWorkFolder()
  let newBytes = 0

  /** Stores a file of the working folder under its content. */
  async function store(path: string, { size, sha256 }: { size: number; sha256: string }): Promise<void> {
    const key = objectKey(sha256)
    if (contents.get(key) === size) return rm(path)
    await to.storage.adopt(path, key)
    contents.set(key, size)
    newBytes += size
  }

  /** @returns null when it is gone. */
  async function copyFile({ path, modifiedMs }: SourceFile): Promise<BackupFile | null> {
    const temporary = join(work, randomUUID())
    try {
      const isSettled = modifiedMs < source.clock().getTime() - SETTLED_MS
      const written = await writeHashed(await readSource(source, path), temporary)
      await store(temporary, written)
      return { path, modifiedMs: isSettled ? modifiedMs : 0, ...written }
    } catch (error) {
      if (!isGone(error)) throw error
      await rm(temporary, { force: true })
      return null
    }
  }

  /** Brings `known` to what lies there. @returns the paths. */
  async function copyFiles(): Promise<Set<string>> {
    const seen = new Set<string>()
    for await (const file of listSource(source)) {
      const same = known.get(file.path)
      const isKept =
        same?.size === file.size &&
        same.modifiedMs === file.modifiedMs &&
        contents.get(objectKey(same.sha256)) === same.size
      const copied = isKept ? same : await copyFile(file)
      if (copied === null) continue
      known.set(file.path, copied)
      seen.add(file.path)
    }
    return seen
  }

  async function copyWithItsFiles(): Promise<BackupFile> {
    for (let round = 1; ; round += 1) {
      const earlier = seen
      const copy = join(work, randomUUID())
      await copyDatabase(source.database, copy)
      const snapshot = await readSnapshot(copy)
      const temporary = join(work, randomUUID())
      const copied = await writeHashed(createReadStream(copy), temporary)
      await rm(copy)
      await store(temporary, copied)
      seen = await copyFiles()
      // Deleted after the database was copied: its copy still shows them. Deleted before: nobody's any more.
      for (const path of earlier) if (!seen.has(path) && snapshot.owns(path.slice(STORED.length))) seen.add(path)
      // Files of a page whose row came after the database was copied, or is still to come, would be nobody's.
      for (const path of seen) if (snapshot.isOrphan(path.slice(STORED.length))) seen.delete(path)
      const absent = [...snapshot.shownKeys].filter((key) => !seen.has(STORED + key))
      if (absent.length === 0) return { path: 'callfolio.db', modifiedMs: source.clock().getTime(), ...copied }
      if (round === ROUNDS)
        throw new PermanentFailure('not_found', `Pages refer to missing files: ${absent.slice(0, 3).join(', ')}.`)
    }
  }

  let seen = new Set<string>()
  try {
    seen = await copyFiles()
    const database = await copyWithItsFiles()
    const files = [...seen].flatMap((path) => known.get(path) ?? []).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const manifest: Manifest = { format: 1, madeAt: source.clock().toISOString(), database, files }
    await writeManifest(to, manifest)
    await to.removeUnused(manifest)
    return {
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, database.size),
      newBytes,
      hasSecretKey: seen.has('secret.key'),
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
