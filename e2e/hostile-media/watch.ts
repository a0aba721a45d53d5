import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { treeResidentMib } from '../fixtures/process-facts.ts'
import { slowness, type RunningServer } from '../fixtures/server.ts'

const POLL_MS = 150
/** A response that takes longer, times `slowness`, counts as missing. */
const ANSWER_MS = 10_000
const MIB = 1024 ** 2
/** Files that the server itself always keeps and writes. */
const ITS_OWN = /^(callfolio\.db.*|secret\.key|server\.lock|models\/.*)$/

/** A server's resource use while it was watched. */
export interface Used {
  peakMib: number
  /** Maximum growth of its data folder, MiB. */
  grownMib: number
  /** Responses to the readiness check other than ready. */
  unready: string[]
}

/** Users' files in a data folder, with their sizes in bytes. */
export async function storedFiles(dataDir: string): Promise<Map<string, number>> {
  const entries = await getEntries(dataDir)
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  return new Map(
    paths.flatMap((path, index) => {
      const name = path.slice(dataDir.length + 1)
      const bytes = (sizes[index]?.blocks ?? 0) * 512
      return ITS_OWN.test(name) || !sizes[index] ? [] : [[name, bytes] as const]
    }),
  )
}

/** A working folder may be removed while it is read; then the read is repeated. */
async function getEntries(folder: string): Promise<Dirent[]> {
  for (;;)
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}

/** Watches a server's memory, disk and readiness. @returns a function that stops it and returns the results. */
export function watch(server: RunningServer): () => Promise<Used> {
  const used: Used = { peakMib: 0, grownMib: 0, unready: [] }
  const over = new AbortController()
  const poll = async () => {
    const before = await sizeMib(server.dataDir)
    while (!over.signal.aborted) {
      used.peakMib = Math.max(used.peakMib, await treeResidentMib(server.pid()))
      used.grownMib = Math.max(used.grownMib, (await sizeMib(server.dataDir)) - before)
      await delay(POLL_MS)
    }
  }
  const ask = async () => {
    while (!over.signal.aborted) {
      const answer = await readiness(server)
      if (answer !== null) used.unready.push(answer)
      await delay(POLL_MS)
    }
  }
  const both = Promise.all([poll(), ask()])
  return async () => {
    over.abort()
    await both
    return used
  }
}

/** Null: it is ready. */
async function readiness({ url }: RunningServer): Promise<string | null> {
  try {
    const { status } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS * slowness()) })
    return status === 200 ? null : `/readyz answered ${status}`
  } catch (error) {
    return `/readyz did not answer: ${String(error)}`
  }
}

async function sizeMib(dataDir: string): Promise<number> {
  return [...(await storedFiles(dataDir)).values()].reduce((sum, bytes) => sum + bytes, 0) / MIB
}
