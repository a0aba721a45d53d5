import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { Transform, Writable, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { systemClock } from '../kernel/clock.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { isBucketAddress, readBucketAddress, type BucketKeys } from '../storage/bucket-address.ts'
import { openStorage } from '../storage/open-storage.ts'
import { readText } from '../storage/read-stored.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import type { Storage } from '../storage/storage.ts'

/*
 * A backup, in a folder or a bucket: `objects/` stores each content once, under its SHA-256, and `backup.json` maps
 * the installation's files to contents. It is replaced last, so that an interrupted backup leaves the previous one
 * intact.
 */

const fileSchema = z.object({
  /** Relative to the data folder, with `/`; bucket objects are listed below `uservideos/` too. */
  path: z.string().regex(/^(?!.*(^|\/)\.\.(\/|$))[^/].*$/),
  size: z.number().int().nonnegative(),
  /** When the original was last written; with the size it shows whether the file has changed. 0: unknown. */
  modifiedMs: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof fileSchema>

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** A SQLite database, even if the source was PostgreSQL. */
  database: fileSchema,
  files: z.array(fileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

const MANIFEST = 'backup.json'
const OBJECTS = 'objects/'
/** Inside the backup's folder, so that renames stay on one file system. */
const WORK = '.work-'
/** Writes to a backup's bucket older than this have ended. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

/** A backup's location. */
export interface BackupPlace {
  /** The address as given. */
  name: string
  storage: Storage
  /** Makes a folder for unfinished files; the caller removes it. */
  makeWorkFolder: () => Promise<string>
  /** Removes contents that no file uses, and leftovers of interrupted backups. */
  removeUnused: (manifest: Manifest) => Promise<void>
}

/**
 * Opens a backup's folder or bucket.
 * @param address a folder, or `s3://bucket?endpoint=…`. @throws {ConfigError} when the bucket can't be used.
 */
export async function openBackupPlace(address: string, keys: BucketKeys): Promise<BackupPlace> {
  const bucket = isBucketAddress(address) ? readBucketAddress(address, keys) : null
  const folder = resolve(address)
  const storage = await openStorage({
    bucket,
    folder,
    transferFolder: join(tmpdir(), 'backup'),
    // Backups are never linked.
    links: createLinkSigner({ secretKey: randomUUID(), clock: systemClock }),
  })
  return {
    name: bucket === null ? folder : `s3://${bucket.bucket}`,
    storage,
    async makeWorkFolder() {
      if (bucket !== null) return mkdtemp(join(tmpdir(), 'backup-'))
      await mkdir(folder, { recursive: true })
      return mkdtemp(join(folder, WORK))
    },
    async removeUnused({ database, files }) {
      const used = new Set([...files, database].map(({ sha256 }) => objectKey(sha256)))
      for (const { key } of await storage.list(OBJECTS)) if (!used.has(key)) await storage.remove(key)
      await storage.removeUnfinished({ untouchedSince: new Date(Date.now() - UNFINISHED_MS) })
      if (bucket !== null) return
      for (const name of await readdir(folder))
        if (name.startsWith(WORK)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

/** True when a folder is inside another, or is the same. */
export function isWithin(folder: string, address: string): boolean {
  return !isBucketAddress(address) && !relative(folder, resolve(address)).startsWith('..')
}

/** Key of a content in a backup. */
export function objectKey(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`
}

/** @returns the bytes of each stored content, by its key. */
export async function getContents(storage: Storage): Promise<Map<string, number>> {
  return new Map((await storage.list(OBJECTS)).map(({ key, size }) => [key, size]))
}

/** @returns null when there is no backup yet. @throws {PermanentFailure} when it can't be read. */
export async function readManifest({ name, storage }: BackupPlace): Promise<Manifest | null> {
  const text = await readText(storage, MANIFEST)
  if (text === null) return null
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new PermanentFailure('invalid_request', `Can’t read the backup in ${name}: ${MANIFEST} is damaged.`, {
      cause: error,
    })
  }
}

export async function writeManifest({ storage }: BackupPlace, manifest: Manifest): Promise<void> {
  await storage.write(MANIFEST, JSON.stringify(manifest))
}

/** Writes a stream to a new file. @returns its size and digest. */
export async function writeHashed(content: Readable, path: string): Promise<{ size: number; sha256: string }> {
  const { measure, result } = measured()
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return result()
}

/** Reads a stream to its end. @returns its size and digest. */
export async function readHashed(content: Readable): Promise<{ size: number; sha256: string }> {
  const { measure, result } = measured()
  await pipeline(content, measure, new Writable({ write: (_chunk, _encoding, done) => done() }))
  return result()
}

function measured() {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { measure, result: () => ({ size, sha256: hash.digest('hex') }) }
}
