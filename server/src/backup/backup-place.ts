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
 * A backup, in a folder or a bucket: `objects/` has each content once, under its SHA-256, and `backup.json` says which file of
 * the installation has which. It is replaced last, so that a backup that is cut off leaves the one before it whole.
 */

const fileSchema = z.object({
  /** Below the data folder, with `/`; what is stored in a bucket stands below `uservideos/` as well. */
  path: z.string().regex(/^(?!.*(^|\/)\.\.(\/|$))[^/].*$/),
  size: z.number().int().nonnegative(),
  /** When the original was last written to; with the size it shows whether it has changed. 0: not known. */
  modifiedMs: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof fileSchema>

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** A SQLite database, whichever database it was made from. */
  database: fileSchema,
  files: z.array(fileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

const MANIFEST = 'backup.json'
const OBJECTS = 'objects/'
/** Below a backup's folder, for renames to stay within one file system. */
const WORK = '.work-'
/** Other writes to a backup's bucket that are older have ended. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000

/** Where a backup lies. */
export interface BackupPlace {
  /** As it was named. */
  name: string
  storage: Storage
  /** Makes a folder for what is on its way; the caller removes it. */
  makeWorkFolder: () => Promise<string>
  /** Removes contents that no file has any more, and what a backup that was cut off left. */
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
    // Nobody is given a link to a backup.
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

/** True when a folder lies in another, or is it. */
export function isWithin(folder: string, address: string): boolean {
  return !isBucketAddress(address) && !relative(folder, resolve(address)).startsWith('..')
}

/** Where a content lies in a backup. */
export function objectKey(sha256: string): string {
  return `${OBJECTS}${sha256.slice(0, 2)}/${sha256}`
}

/** @returns the bytes of each content that lies there, by its key. */
export async function contentsOf(storage: Storage): Promise<Map<string, number>> {
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

/** Writes a stream to a new file. @returns what was written. */
export async function writeHashed(content: Readable, path: string): Promise<{ size: number; sha256: string }> {
  const { measure, result } = measured()
  await pipeline(content, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return result()
}

/** Reads a stream to its end. @returns what it was. */
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
