import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import { getDiskTrouble, type DiskTrouble } from './disk-trouble.ts'
import { describeError } from './loggable-error.ts'
import type { Logger } from './logger.ts'

/** Uploads leave this much to the database, so that users can still sign in and delete. */
export const LEFT_TO_DATABASE_BYTES = 32 * 1024 * 1024
/** New uploads leave this much to the database and running work. */
export const LEFT_BY_UPLOADS_BYTES = 512 * 1024 * 1024

/** Knows whether writes succeed, and notifies the operator of changes. */
export interface DiskWatch {
  /** Records an error. @returns whether it came from the disk, in which case it has been logged, once. */
  note(error: unknown): boolean
  /** Why writes fail now, found by a test write; null: they succeed. @throws when the database can't be reached. */
  check(): Promise<DiskTrouble | null>
  stop(): void
}

interface DiskWatchOptions {
  /** Where data is stored. */
  folder: string
  /** Writes a test row to the database. */
  tryDatabase: () => Promise<void>
  clock: Clock
  log: Pick<Logger, 'error' | 'info'>
  /** How often to check whether a problem is over. */
  everyMs?: number
}

const LINES: Readonly<Record<DiskTrouble, string>> = {
  full: 'the disk is full: writes are refused until space is freed; reads still work',
  read_only: 'the disk is read-only: writes are refused; reads still work',
  failing: 'the disk reports errors: writes are refused until it recovers',
}
/** Any client may ask, so frequent checks share one write per second. */
const KNOWN_FOR_MS = 1000
const PROBE = Buffer.alloc(64 * 1024, '.')

/** Bytes that this process may still write to a folder's disk. @param folder that exists. */
export async function freeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Passes data through, and checks the disk again after this many bytes, because others write too and some clients
 * don't declare a length.
 * @param assertSpace gets the bytes since its last call; its error aborts the stream.
 */
export async function* whileSpaceLasts(
  bytes: AsyncIterable<Buffer>,
  everyBytes: number,
  assertSpace: (since: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  let unasked = 0
  for await (const chunk of bytes) {
    unasked += chunk.length
    if (unasked >= everyBytes) {
      await assertSpace(unasked)
      unasked = 0
    }
    yield chunk
  }
}

/** Writes a small file into a folder and removes it. @throws the disk's error. */
export async function tryToStore(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(file, PROBE)
  } finally {
    await rm(file, { force: true })
  }
}

/** Watches the disk of the data folder. */
export function createDiskWatch({ folder, tryDatabase, clock, log, everyMs = 10_000 }: DiskWatchOptions): DiskWatch {
  let trouble: DiskTrouble | null = null
  let timer: NodeJS.Timeout | undefined
  let known: { at: number; answer: Promise<DiskTrouble | null> } | null = null

  function begin(found: DiskTrouble, error: unknown): void {
    // A failing disk reports errors first and then becomes read-only: that is one problem.
    if (trouble !== null) return
    trouble = found
    log.error({ folder, trouble, detail: describeError(error) }, LINES[found])
    timer ??= setInterval(() => void recheck(), everyMs).unref()
  }

  async function recheck(): Promise<void> {
    try {
      await tryBoth()
      // With a margin: otherwise each refused upload would be a log line.
      if ((await freeDiskBytes(folder)) < LEFT_BY_UPLOADS_BYTES) return
    } catch (error) {
      const found = getDiskTrouble(error)
      if (found !== null) begin(found, error)
      return
    }
    trouble = null
    clearInterval(timer)
    timer = undefined
    log.info({ folder }, 'the disk is writable again')
  }

  async function tryBoth(): Promise<void> {
    await tryToStore(folder)
    await tryDatabase()
  }

  async function ask(): Promise<DiskTrouble | null> {
    try {
      await tryBoth()
    } catch (error) {
      const found = getDiskTrouble(error)
      if (found === null) throw error
      begin(found, error)
      return found
    }
    return (await freeDiskBytes(folder)) < LEFT_TO_DATABASE_BYTES ? 'full' : null
  }

  return {
    note(error) {
      const found = getDiskTrouble(error)
      if (found !== null) begin(found, error)
      return found !== null
    },
    check() {
      const now = clock().getTime()
      if (known === null || Math.abs(now - known.at) >= KNOWN_FOR_MS) known = { at: now, answer: ask() }
      return known.answer
    },
    stop() {
      clearInterval(timer)
    },
  }
}
