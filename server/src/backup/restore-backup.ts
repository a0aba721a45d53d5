import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPostgres, openDatabase } from '../db/database.ts'
import { readSnapshot } from '../db/snapshot.ts'
import { ConfigError, PermanentFailure } from '../kernel/errors.ts'
import { hasCode, syncPath } from '../storage/durable-file.ts'
import type { Storage } from '../storage/storage.ts'
import {
  objectKey,
  readHashed,
  readManifest,
  writeHashed,
  type BackupFile,
  type BackupPlace,
  type Manifest,
} from './backup-place.ts'
import { STORED } from './backup-source.ts'
import { claimBucket, claimDatabase, fillDatabase, releaseBucket, releaseDatabase } from './restore-target.ts'

export interface RestoreTarget {
  dataDir: string
  /** The database's file, or `postgres://…`. */
  database: string
  /** Null: recordings go below the data folder. */
  bucket: Storage | null
}

/** Marks a data folder whose restore is incomplete. */
const UNFINISHED = '.restoring'

/**
 * Restores a backup into an empty data folder, and into an empty PostgreSQL database and bucket if configured. An
 * interrupted restore resumes when it is run again; until it is complete no server starts on it.
 * @returns the number of files.
 * @throws {PermanentFailure} when a target is in use, or the backup is damaged or from a version that can't be
 * upgraded. Each content is checked as it is copied; bucket objects and PostgreSQL tables are read back and compared.
 */
export async function restoreBackup(from: BackupPlace, { dataDir, database, bucket }: RestoreTarget): Promise<number> {
  const manifest = await existing(from)
  await mkdir(dataDir, { recursive: true })
  const there = await readdir(dataDir)
  if (there.length > 0 && !there.includes(UNFINISHED))
    throw new PermanentFailure(
      'conflict',
      `The data folder ${dataDir} is not empty. Set another DATA_DIR or move its contents.`,
    )
  await writeFile(join(dataDir, UNFINISHED), '')
  const work = join(dataDir, `${UNFINISHED}-work`)
  await mkdir(work, { recursive: true })
  try {
    const copy = await fetchContent(from, manifest.database, work)
    const { unfinishedUploads } = await readSnapshot(copy)
    const postgres = isPostgres(database) ? await openDatabase(database) : null
    try {
      if (postgres !== null) await claimDatabase(postgres, getMark(manifest))
      if (bucket !== null) await claimBucket(bucket, getMark(manifest))
      for (const file of manifest.files) {
        const key = bucket !== null && file.path.startsWith(STORED) ? file.path.slice(STORED.length) : null
        if (key === null) await moveTo(await fetchContent(from, file, work), join(dataDir, file.path))
        // A bucket can't continue an upload that began on a disk; the client restarts it.
        else if (bucket !== null && !unfinishedUploads.has(key)) await restoreObject(from, file, work, { bucket, key })
      }
      // The database goes last: without it no target looks complete.
      if (postgres === null) await moveTo(copy, database)
      else {
        const source = await openDatabase(copy)
        try {
          await fillDatabase(source, postgres)
        } finally {
          await source.close()
        }
        await releaseDatabase(postgres)
      }
      if (bucket !== null) await releaseBucket(bucket)
    } finally {
      await postgres?.close()
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  await syncPath(dataDir)
  await rm(join(dataDir, UNFINISHED))
  return allOf(manifest).length
}

/** @throws {ConfigError} when a restore into the data folder was interrupted. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (await isThere(join(dataDir, UNFINISHED)))
    throw new ConfigError(`The restore into ${dataDir} didn’t finish. Restore again.`)
}

/** Reads every byte of a backup. @returns its problems, and its number of files. */
export async function verifyBackup(from: BackupPlace): Promise<{ files: number; faults: string[] }> {
  const { storage } = from
  const manifest = await existing(from)
  const faults: string[] = []
  const checked = new Set<string>()
  for (const file of allOf(manifest)) {
    if (checked.has(file.sha256)) continue
    checked.add(file.sha256)
    const object = objectKey(file.sha256)
    if ((await storage.stat(object)) === null) faults.push(`${file.path} is missing.`)
    else if (!(await isWhole(storage, object, file))) faults.push(`${file.path} is damaged.`)
  }
  if (faults.length === 0) {
    const { shownKeys, faults: ofDatabase } = await storage.withLocalFile(
      objectKey(manifest.database.sha256),
      readSnapshot,
    )
    const paths = new Set(manifest.files.map(({ path }) => path))
    faults.push(...ofDatabase)
    for (const key of shownKeys)
      if (!paths.has(STORED + key)) faults.push(`A microsite needs ${key}, which is missing.`)
  }
  return { files: allOf(manifest).length, faults }
}

/** Distinguishes a repeated restore from a different one. */
function getMark({ madeAt, database }: Manifest): string {
  return createHash('sha256').update(`restore of ${madeAt} ${database.sha256}`).digest('hex')
}

/**
 * Stores an object unless an interrupted restore already did. @throws {PermanentFailure} when it reads back
 * differently.
 */
async function restoreObject(
  from: BackupPlace,
  file: BackupFile,
  work: string,
  { bucket, key }: { bucket: Storage; key: string },
): Promise<void> {
  if (await isWhole(bucket, key, file)) return
  await bucket.adopt(await fetchContent(from, file, work), key)
  if (!(await isWhole(bucket, key, file)))
    throw new PermanentFailure('conflict', `The bucket returned different content for ${key}. Check the bucket.`)
}

/** @returns the path of a content in the working folder. @throws {PermanentFailure} when it is damaged. */
async function fetchContent(from: BackupPlace, { path, sha256, size }: BackupFile, work: string): Promise<string> {
  const temporary = join(work, sha256)
  await rm(temporary, { force: true })
  const copied = await writeHashed(await from.storage.read(objectKey(sha256)), temporary)
  if (copied.sha256 !== sha256 || copied.size !== size)
    throw new PermanentFailure('conflict', `The backup is damaged: ${path} has changed.`)
  return temporary
}

/** Whether the object exists with the file's content. */
async function isWhole(storage: Storage, key: string, { size, sha256 }: BackupFile): Promise<boolean> {
  return (await storage.stat(key))?.size === size && (await readHashed(await storage.read(key))).sha256 === sha256
}

async function moveTo(temporary: string, to: string): Promise<void> {
  await syncPath(temporary)
  await mkdir(dirname(to), { recursive: true })
  await rename(temporary, to)
}

function allOf({ database, files }: Manifest): BackupFile[] {
  return [...files, database]
}

async function existing(from: BackupPlace): Promise<Manifest> {
  const manifest = await readManifest(from)
  if (manifest === null) throw new PermanentFailure('not_found', `There is no backup in ${from.name}.`)
  return manifest
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
      throw error
    },
  )
}
