import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../kernel/errors.ts'
import { moveDurably, writeDurably } from './durable-file.ts'
import { filesBelow, isAbsent, noneIfAbsent } from './files-below.ts'
import { assertStorageKey } from './keys.ts'
import { signedPath, type LinkSigner } from './signed-links.ts'
import type { Storage, StoredObject } from './storage.ts'

export interface DiskStorageOptions {
  /** The bucket's folder. */
  root: string
  links: LinkSigner
}

/** Recordings are large: fewer, bigger reads. */
const READ_AHEAD_BYTES = 512 * 1024
/** Below the bucket, so that renames stay within one file system; no key can start with a dot. */
const SCRATCH = '.scratch'
/** `{user}/derived/{microsite}`; a file name has no room for more. */
const OWNER_SEGMENTS = 3
const OWNER_SEGMENT_CHARACTERS = 50

/** Storage in a folder. */
export function createDiskStorage({ root, links }: DiskStorageOptions): Storage {
  const scratch = join(root, SCRATCH)
  const getPath = (key: string) => {
    assertStorageKey(key)
    return join(root, key)
  }
  const getTemporary = (key: string) => join(scratch, `${getOwner(key)}${randomUUID()}`)

  const storage: Storage = {
    async stat(key) {
      return describe(key, getPath(key))
    },
    async read(key, range) {
      const handle = await open(getPath(key), 'r').catch(refuseAbsent)
      if (!(await handle.stat()).isFile()) {
        await handle.close()
        return refuseAbsent()
      }
      return handle.createReadStream({ ...range, highWaterMark: READ_AHEAD_BYTES })
    },
    async write(key, content) {
      await writeDurably(getPath(key), content, getTemporary(key))
    },
    async adopt(localPath, key) {
      await moveDurably(localPath, getPath(key), getTemporary(key))
    },
    async withLocalFile(key, use) {
      const path = getPath(key)
      if ((await describe(key, path)) === null) return refuseAbsent()
      return use(path)
    },
    async remove(key) {
      await rm(getPath(key), { force: true })
    },
    async list(prefix) {
      const folder = prefix.replace(/\/$/, '')
      assertStorageKey(folder)
      const found = await Promise.all(
        (await filesBelow(join(root, folder))).map((name) => storage.stat(`${folder}/${name}`)),
      )
      return found.filter((object) => object !== null).sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async *all() {
      for (const name of await filesBelow(root)) {
        const object = name.startsWith('.') ? null : await storage.stat(name)
        if (object !== null) yield object
      }
    },
    async removeUnfinished({ below = '', untouchedSince }) {
      const names = await readdir(scratch).catch(noneIfAbsent)
      const removed = await Promise.all(
        names
          .filter((name) => name.startsWith(getOwner(below)))
          .map(async (name) => {
            const facts = await stat(join(scratch, name)).catch(noneIfAbsent)
            if (Array.isArray(facts) || facts.mtime >= untouchedSince) return 0
            await rm(join(scratch, name), { force: true })
            return 1
          }),
      )
      return removed.reduce<number>((sum, one) => sum + one, 0)
    },
    async signedUrl(key, holder) {
      assertStorageKey(key)
      const { query, expiresAt } = links.sign(key, holder)
      return { url: `${signedPath(key)}?${query}`, expiresAt }
    },
  }
  return storage
}

/**
 * The prefix of unfinished files' names: their owner, down to the microsite.
 * @param key or a prefix of keys.
 */
function getOwner(key: string): string {
  const segments = key.split('/').filter((segment) => segment !== '')
  return segments
    .slice(0, OWNER_SEGMENTS)
    .map((segment) => `${segment.slice(0, OWNER_SEGMENT_CHARACTERS)}+`)
    .join('')
}

async function describe(key: string, path: string): Promise<StoredObject | null> {
  try {
    const facts = await stat(path)
    return facts.isFile() ? { key, size: facts.size, modifiedAt: facts.mtime } : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

function refuseAbsent(error?: unknown): never {
  if (error !== undefined && !isAbsent(error)) throw error
  throw new AppError('not_found', 'This file no longer exists.', { cause: error })
}
