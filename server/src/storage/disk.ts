import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../kernel/errors.ts'
import { hasCode, moveDurably, writeDurably } from './durable-file.ts'
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
/** Below the bucket for renames to stay within one file system; no key can start with a dot. */
const SCRATCH = '.scratch'

/** Storage in a folder. */
export function createDiskStorage({ root, links }: DiskStorageOptions): Storage {
  const scratch = join(root, SCRATCH)
  const pathOf = (key: string) => {
    assertStorageKey(key)
    return join(root, key)
  }

  const storage: Storage = {
    async stat(key) {
      return describe(key, pathOf(key))
    },
    async read(key, range) {
      const handle = await open(pathOf(key), 'r').catch(refuseAbsent)
      if (!(await handle.stat()).isFile()) {
        await handle.close()
        return refuseAbsent()
      }
      return handle.createReadStream({ ...range, highWaterMark: READ_AHEAD_BYTES })
    },
    async write(key, content) {
      await writeDurably(pathOf(key), content, scratch)
    },
    async adopt(localPath, key) {
      await moveDurably(localPath, pathOf(key), scratch)
    },
    async withLocalFile(key, use) {
      const path = pathOf(key)
      if ((await describe(key, path)) === null) return refuseAbsent()
      return use(path)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list(prefix) {
      const folder = prefix.replace(/\/$/, '')
      assertStorageKey(folder)
      const found = await Promise.all((await filesBelow(join(root, folder))).map((name) => storage.stat(`${folder}/${name}`)))
      return found.filter((object) => object !== null).sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async signedUrl(key, expiresInSeconds) {
      assertStorageKey(key)
      const { query, expiresAt } = links.sign(key, expiresInSeconds)
      return { url: `${signedPath(key)}?${query}`, expiresAt }
    },
  }
  return storage
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

/** Paths of the files in a folder and its subfolders, relative to it, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll('\\', '/'))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')
}

function refuseAbsent(error?: unknown): never {
  if (error !== undefined && !isAbsent(error)) throw error
  throw new AppError('not_found', 'The file is no longer there.', { cause: error })
}
