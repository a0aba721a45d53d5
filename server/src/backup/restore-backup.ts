import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { readSnapshot } from '../db/snapshot.ts'
import { ConfigError, PermanentFailure } from '../kernel/errors.ts'
import { claimDatabase, copyDatabase, releaseDatabase } from '../moving/copy-database.ts'
import { claimObjects, releaseObjects } from '../moving/copy-objects.ts'
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

export interface RestoreTarget {
  dataDir: string
  /** The database's file, or `postgres://…`. */
  database: string
  /** Null: recordings lie below the data folder. */
  bucket: Storage | null
}

/** Lies in a data folder that is not restored to its end. */
const UNFINISHED = '.restoring'

/**
 * Brings a backup to where nothing is: a data folder, and a PostgreSQL database and a bucket where the settings name them. One
 * that was cut off can be done again; until it is done no server starts on it.
 * @returns how many files there are.
 * @throws {PermanentFailure} when a place is in use, or the backup is damaged: each content is checked on the way.
 */
export async function restoreBackup(from: BackupPlace, { dataDir, database, bucket }: RestoreTarget): Promise<number> {
  const manifest = await existing(from)
  const isPostgres = /^postgres(ql)?:/.test(database)
  if (manifest.database === null && isPostgres)
    throw new PermanentFailure(
      'not_found',
      'This backup has no database. Bring it back with psql, then start the server.',
    )
  await mkdir(dataDir, { recursive: true })
  const there = await readdir(dataDir)
  if (there.length > 0 && !there.includes(UNFINISHED))
    throw new PermanentFailure(
      'conflict',
      `The data folder ${dataDir} is not empty. Name another DATA_DIR, or move away what is there.`,
    )
  if (!isPostgres && !there.includes(UNFINISHED) && (await isThere(database)))
    throw new PermanentFailure('conflict', `There is a database already: ${database}.`)
  await writeFile(join(dataDir, UNFINISHED), '')
  const work = join(dataDir, `${UNFINISHED}-work`)
  await mkdir(work, { recursive: true })
  try {
    if (bucket !== null) await claimObjects(bucket, markOf(manifest))
    for (const file of manifest.files) {
      const isStored = bucket !== null && file.path.startsWith(STORED)
      await bringBack(from, file, work, (path) =>
        isStored ? bucket.adopt(path, file.path.slice(STORED.length)) : moveTo(path, join(dataDir, file.path)),
      )
    }
    // The database last: before it is there nothing takes the place for a whole one.
    if (manifest.database !== null)
      await bringBack(from, manifest.database, work, (path) =>
        isPostgres ? fillDatabase(path, database, markOf(manifest)) : moveTo(path, database),
      )
    if (bucket !== null) await releaseObjects(bucket)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  await syncPath(dataDir)
  await rm(join(dataDir, UNFINISHED))
  return allOf(manifest).length
}

/** @throws {ConfigError} when a restore into the data folder was cut off. */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if (await isThere(join(dataDir, UNFINISHED)))
    throw new ConfigError(`A backup was not restored to its end into ${dataDir}. Restore it again.`)
}

/** Reads every byte of a backup. @returns what is wrong with it, and how many files it has. */
export async function verifyBackup(from: BackupPlace): Promise<{ files: number; faults: string[] }> {
  const { storage } = from
  const manifest = await existing(from)
  const faults: string[] = []
  const checked = new Set<string>()
  for (const { path, sha256, size } of allOf(manifest)) {
    if (checked.has(sha256)) continue
    checked.add(sha256)
    const object = objectKey(sha256)
    const facts = await storage.stat(object)
    if (facts === null) faults.push(`${path} is missing.`)
    else if (facts.size !== size || (await readHashed(await storage.read(object))).sha256 !== sha256)
      faults.push(`${path} is damaged.`)
  }
  if (manifest.database && faults.length === 0) {
    const { shownKeys, faults: ofDatabase } = await storage.withLocalFile(
      objectKey(manifest.database.sha256),
      readSnapshot,
    )
    const paths = new Set(manifest.files.map(({ path }) => path))
    faults.push(...ofDatabase)
    for (const key of shownKeys) if (!paths.has(STORED + key)) faults.push(`${key} is shown by a page and missing.`)
  }
  return { files: allOf(manifest).length, faults }
}

/** Distinguishes a repeated restore from another one. */
function markOf({ madeAt, database }: Manifest): string {
  return createHash('sha256').update(`restore of ${madeAt} ${database?.sha256}`).digest('hex')
}

/** Copies the backup's database into PostgreSQL: each table is read back and compared. */
async function fillDatabase(file: string, url: string, mark: string): Promise<void> {
  const to = await openDatabase(url)
  try {
    // Brings the copy forward to the newest migration, as the other one was.
    const from = await openDatabase(file)
    try {
      await claimDatabase(to, mark)
      await copyDatabase(from, to, () => {})
      await releaseDatabase(to)
    } finally {
      await from.close()
    }
  } finally {
    await to.close()
  }
}

async function bringBack(
  from: BackupPlace,
  { path, sha256, size }: BackupFile,
  work: string,
  take: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(work, sha256)
  await rm(temporary, { force: true })
  const copied = await writeHashed(await from.storage.read(objectKey(sha256)), temporary)
  if (copied.sha256 !== sha256 || copied.size !== size)
    throw new PermanentFailure('conflict', `The backup is damaged: ${path} is not what was copied.`)
  await take(temporary)
}

async function moveTo(temporary: string, to: string): Promise<void> {
  await syncPath(temporary)
  await mkdir(dirname(to), { recursive: true })
  await rename(temporary, to)
}

function allOf({ database, files }: Manifest): BackupFile[] {
  return [...files, ...(database ? [database] : [])]
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
