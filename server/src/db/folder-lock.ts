import { join } from 'node:path'
import { ConfigError } from '../kernel/errors.ts'
import { isBusy } from './refusals.ts'

/** A server that is being replaced may still be ending. */
const WAIT_MS = 5000

/**
 * Has no second server work on a data folder. The lock is SQLite's own on an empty file, which is the operating system's: it
 * ends with the process, however that ends, and holds between containers that share the folder.
 * @param folder must exist.
 * @returns what ends the lock.
 * @throws {ConfigError} when another server has it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const { default: Sqlite } = await import('better-sqlite3')
  const client = new Sqlite(join(folder, 'server.lock'), { timeout: WAIT_MS })
  try {
    client.exec('begin exclusive')
  } catch (error) {
    client.close()
    if (!isBusy(error)) throw error
    throw new ConfigError(
      `Another server is using the data folder ${folder}. Stop it first, or name another DATA_DIR.`,
      { cause: error },
    )
  }
  return () => void client.close()
}
