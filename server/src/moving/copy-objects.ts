import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PermanentFailure } from '../kernel/errors.ts'
import type { Storage } from '../storage/storage.ts'

/** Identifies the installation whose objects a place has a part of. */
const MARK = 'unfinished-copy.txt'

export interface ObjectsCopied {
  objects: number
  bytes: number
  /** Of them, those that were there already. */
  kept: number
}

interface CopyOptions {
  from: Pick<Storage, 'all' | 'read' | 'stat'>
  to: Storage
  /** Keys that are left out. */
  without: ReadonlySet<string>
  /** For what is on its way; private. */
  folder: string
  onObject: (copied: ObjectsCopied) => void
}

/**
 * Copies every object that is not there yet, and reads it back: what counts as copied has the same SHA-256 on both sides.
 * @throws {PermanentFailure} when an object changed meanwhile, or came out otherwise.
 */
export async function copyObjects({ from, to, without, folder, onObject }: CopyOptions): Promise<ObjectsCopied> {
  const copied: ObjectsCopied = { objects: 0, bytes: 0, kept: 0 }
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'copy-'))
  try {
    for await (const { key, size } of from.all()) {
      if (without.has(key)) continue
      if ((await to.stat(key))?.size === size && (await digestOf(to, key)) === (await digestOf(from, key)))
        copied.kept += 1
      else await copyObject(key, from, to, join(work, 'content'))
      copied.objects += 1
      copied.bytes += size
      onObject(copied)
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return copied
}

/** Sees to it that a place is empty, or has a part of the same copy. @throws {PermanentFailure} otherwise. */
export async function claimObjects(to: Storage, source: string): Promise<void> {
  if ((await to.stat(MARK)) !== null) {
    const [mark = ''] = await Array.fromAsync(await to.read(MARK), String)
    if (mark !== source) throw new PermanentFailure('conflict', 'Another installation is being copied there.')
    return
  }
  for await (const { key } of to.all())
    throw new PermanentFailure('conflict', `The place for recordings is not empty: ${key} lies there.`)
  await to.write(MARK, source)
}

/** The copy is whole. */
export async function releaseObjects(to: Storage): Promise<void> {
  await to.remove(MARK)
}

async function copyObject(key: string, from: Pick<Storage, 'read'>, to: Storage, path: string): Promise<void> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(await from.read(key), measure, createWriteStream(path, { mode: 0o600 }))
  await to.adopt(path, key)
  if ((await digestOf(to, key)) !== hash.digest('hex'))
    throw new PermanentFailure('conflict', `${key} came out otherwise than it is. Check the place that is copied to.`)
}

async function digestOf(storage: Pick<Storage, 'read'>, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of await storage.read(key)) hash.update(part as Buffer)
  return hash.digest('hex')
}
