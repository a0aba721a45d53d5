import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'

/** What a person reads: it begins with a capital and ends with a full stop, without paths, stacks or line breaks. */
const SENTENCE = /^[A-Z][^\n]*\.$/
const LONGEST_SENTENCE = 300

/** Expects a driver to fail as the port says, with a sentence for a person. */
export async function expectFailure(work: Promise<unknown>): Promise<void> {
  const failed: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(
    [PermanentFailure, TransientFailure].some((kind) => failed instanceof kind),
    String(failed),
  ).toBe(true)
  const { message } = failed as Error
  expect(message).toMatch(SENTENCE)
  expect(message).not.toMatch(/\/[\w.-]+\//)
  expect(message.length).toBeLessThan(LONGEST_SENTENCE)
}

/**
 * Calls work off once it is under way, and expects it to end with the signal's own reason and no child process left.
 * @param isAtWork whether a driver is under way: a process of its runs, a request is out.
 */
export async function expectStop(
  work: (signal: AbortSignal) => Promise<unknown>,
  isAtWork: () => boolean,
): Promise<void> {
  const stop = new AbortController()
  const reason = new Error('shutting down')
  const outcome = work(stop.signal).then(
    () => 'done',
    (error: unknown) => error,
  )
  await vi.waitFor(() => expect(isAtWork(), 'it is at work').toBe(true), { timeout: 20_000, interval: 5 })
  stop.abort(reason)
  expect(await outcome).toBe(reason)
  expect(childProcesses()).toEqual([])
}

/** The database server that this process of tests started for itself: no driver did. */
const isOfTheTests = ({ command }: { command: string }) => command.includes('initdb')

/** Command lines of the processes that a driver in this one has started and that still run; none where the system has no such list. */
export function childProcesses(): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        if (parent !== String(process.pid) || state === 'Z') return []
        const child = { pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }
        return isOfTheTests(child) ? [] : [child]
      } catch {
        return []
      }
    })
}

/** Lets everything that asks for the system's folder of temporary files have one of its own, until `restore`. */
export async function ownTemporaryFolder(folder: string) {
  const own = join(folder, 'tmp')
  await mkdir(own)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = own
  return {
    /** Names of what was left there. */
    left: () => readdir(own),
    restore() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    },
  }
}
