import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../kernel/errors.ts'
import { isBusy } from './refusals.ts'

/** A replaced server may still be stopping. */
const WAIT_MS = 5000
/** Between two attempts of a waiting process. ms */
const TURN_MS = 500

/**
 * Prevents two servers from using one data folder. It is SQLite's lock on an empty file, held by the operating system:
 * it ends with the process, however that ends, and works between containers that share the folder.
 * @param folder must exist.
 * @returns a function that releases the lock.
 * @throws {ConfigError} when another server has it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const unlock = await tryLock(join(folder, 'server.lock'), WAIT_MS)
  if (typeof unlock === 'function') return unlock
  throw new ConfigError(
    `Another server is using the data folder ${folder}. Stop it first, or set another DATA_DIR.`,
    unlock,
  )
}

/**
 * Waits until no other process, or other part of this one, holds the file's lock, which is of the same kind.
 * @returns a function that releases the lock.
 * @throws the signal's reason.
 */
export async function lockInTurn(file: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    const unlock = await tryLock(file, 0)
    if (typeof unlock === 'function') return unlock
    await delay(TURN_MS, undefined, { signal })
  }
}

/** @returns a function that releases the lock, or the error when another process has it. */
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
