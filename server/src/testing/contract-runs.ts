import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'

/** A user-facing sentence: begins with a capital and ends with a full stop, without paths, stacks or line breaks. */
const SENTENCE = /^[A-Z][^\n]*\.$/
const LONGEST_SENTENCE = 300

/** Expects a driver to fail as its port specifies, with a user-facing sentence. */
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
 * Aborts a call once it is running, and expects it to reject with the signal's own reason and leave no child process.
 * @param isAtWork whether a driver is running: it has a child process or an open request.
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

/** The database server that this test process started itself, which is no driver's child. */
const isOfTheTests = ({ command }: { command: string }) => command.includes('initdb')

/** Command lines of running child processes that a driver started; none on systems without such a list. */
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

/** Gives code that asks for the system's temporary folder a private one, until `restore`. */
export async function ownTemporaryFolder(folder: string) {
  const own = join(folder, 'tmp')
  await mkdir(own)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = own
  return {
    /** Names of the files left there. */
    left: () => readdir(own),
    restore() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    },
  }
}
