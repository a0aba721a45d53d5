import type { Dirent } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { severalAtOnce } from '../kernel/concurrency.ts'
import { ConfigError } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { hasCode } from '../storage/durable-file.ts'

/** The umask of a process that writes to the data folder: 0600 for files, 0700 for folders. */
export const PRIVATE_UMASK = 0o077

const AT_ONCE = 16

/**
 * Revokes group and other permissions on the data folder and everything in it, which an earlier version, another
 * program or a restored backup may have left. Symbolic links are not followed. Where modes can't be changed (another
 * owner, a file system without modes), it logs one warning.
 * @returns how many files and folders were changed.
 * @throws {ConfigError} when it can't be a folder.
 */
export async function makePrivate(folder: string, log: Pick<Logger, 'warn'>): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST', 'ENOTDIR')) throw error
    throw new ConfigError(`The setting DATA_DIR is invalid: ${folder} is a file, or is inside one.`, { cause: error })
  })
  const failures: unknown[] = []
  const restrict = async (path: string): Promise<number> => {
    try {
      const { mode } = await lstat(path)
      if ((mode & PRIVATE_UMASK) === 0) return 0
      await chmod(path, mode & 0o700)
      if (((await lstat(path)).mode & PRIVATE_UMASK) === 0) return 1
      failures.push(new Error('the file system does not support permissions'))
    } catch (error) {
      // Removed during the walk.
      if (!hasCode(error, 'ENOENT')) failures.push(error)
    }
    return 0
  }
  // The folder itself goes first, which blocks access to everything below.
  let changed = await restrict(folder)
  for (const waiting = [folder]; waiting.length > 0;) {
    const parent = waiting.pop() ?? folder
    const entries = (await readEntries(parent)).filter((entry) => entry.isFile() || entry.isDirectory())
    const restricted = await severalAtOnce(entries, AT_ONCE, new AbortController().signal, ({ name }) =>
      restrict(join(parent, name)),
    )
    changed += restricted.reduce((sum, each) => sum + each, 0)
    waiting.push(...entries.flatMap((entry) => (entry.isDirectory() ? [join(parent, entry.name)] : [])))
  }
  if (failures.length > 0)
    log.warn(
      { folder, files: failures.length, detail: describeError(failures[0]) },
      'other users of this machine may be able to read parts of the data folder: changing file permissions failed',
    )
  return changed
}

/** Makes an empty folder, removing what a killed process left there. @returns its path. */
export async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function readEntries(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'EACCES')) return []
    throw error
  })
}
