import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyDatabase, readSnapshot } from '../db/snapshot.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import {
  getContents,
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
  /** Files that the previous backup did not have. */
  newBytes: number
  hasSecretKey: boolean
}

/** Files may be deleted between listing and copying, several times in a row. */
const ROUNDS = 5
/** Buckets report timestamps in seconds: a second write within this time may leave the timestamp unchanged. */
const SETTLED_MS = 2000

/**
 * Copies an installation while its servers run: first the files, then the database, then newer files. So every file
 * that a page in the copied database shows is there, and nothing that was deleted before it.
 * @param to contents it already has are not copied again.
 */
export async function makeBackup(source: BackupSource, to: BackupPlace): Promise<BackupReport> {
  const before = await readManifest(to)
  const known = new Map(before?.files.map((file) => [file.path, file]))
  const contents = await getContents(to.storage)
  const work = await to.makeWorkFolder()
  let newBytes = 0

  /** Stores a file of the working folder under its content's digest. */
  async function store(path: string, { size, sha256 }: { size: number; sha256: string }): Promise<void> {
    const key = objectKey(sha256)
    if (contents.get(key) === size) return rm(path)
    await to.storage.adopt(path, key)
    contents.set(key, size)
    newBytes += size
  }

  /** @returns null when the file is gone. */
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

  /** Updates `known` to the current files. @returns their paths. */
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
      // Files deleted after the database copy are kept, as its pages still show them; files deleted earlier are
      // orphans.
      for (const path of earlier) if (!seen.has(path) && snapshot.owns(path.slice(STORED.length))) seen.add(path)
      // Files whose page was added after the database copy, or isn't yet, would be orphans.
      for (const path of seen) if (snapshot.isOrphan(path.slice(STORED.length))) seen.delete(path)
      const absent = [...snapshot.shownKeys].filter((key) => !seen.has(STORED + key))
      if (absent.length === 0) return { path: 'callfolio.db', modifiedMs: source.clock().getTime(), ...copied }
      if (round === ROUNDS)
        throw new PermanentFailure(
          'not_found',
          `Files of some microsites are missing: ${absent.slice(0, 3).join(', ')}. Restore the files or delete the microsites, then back up again.`,
        )
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
