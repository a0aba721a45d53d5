import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../kernel/errors.ts'
import { isBusy } from './refusals.ts'

/** A server that is being replaced may still be ending. */
const WAIT_MS = 5000
/** Between two attempts of a waiting process. ms */
const TURN_MS = 500

/**
 * Has no second server work on a data folder. The lock is SQLite's own on an empty file, which is the operating system's: it
 * ends with the process, however that ends, and holds between containers that share the folder.
 * @param folder must exist.
 * @returns what ends the lock.
 * @throws {ConfigError} when another server has it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const unlock = await tryLock(join(folder, 'server.lock'), WAIT_MS)
  if (typeof unlock === 'function') return unlock
  throw new ConfigError(
    `Another server uses the data folder ${folder}. Stop it first, or set another DATA_DIR.`,
    unlock,
  )
}

/**
 * Waits until no other process, or part of this one, has the file's lock, which is of the same kind.
 * @returns what ends the lock. @throws the signal's reason.
 */
export async function lockInTurn(file: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    const unlock = await tryLock(file, 0)
    if (typeof unlock === 'function') return unlock
    await delay(TURN_MS, undefined, { signal })
  }
}

/** @returns what ends the lock, or why another has it. */
async function tryLock(file: string, timeout: number): Promise<(() => void) | { cause: unknown }> {
  const { default: Sqlite } = await import('better-sqlite3')
  const client = new Sqlite(file, { timeout })
  try {
    client.exec('begin exclusive')
  } catch (error) {
    client.close()
    if (!isBusy(error)) throw error
    return { cause: error }
  }
  return () => void client.close()
}
