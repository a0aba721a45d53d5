import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './find-program.ts'

const execFileAsync = promisify(execFile)

/** A child process's resource limits. The kernel enforces them on Linux; elsewhere only the timeout applies. */
export interface ProcessLimits {
  timeoutMs: number
  /** Address space, bytes; more than is touched, because libraries and thread stacks reserve a lot. */
  memoryBytes: number
  /** Largest file it may write, bytes. */
  fileBytes: number
}

interface Command {
  program: string
  args: string[]
}

/**
 * Prefixes a command with limits (`prlimit`), network isolation (`unshare --net`), and a kill when this process dies
 * (`setpriv --pdeathsig`), so that a killed server leaves no converter behind. Skips what the system lacks or
 * forbids.
 */
export async function confine(program: string, args: readonly string[], limits: ProcessLimits): Promise<Command> {
  const plain = { program, args: [...args] }
  if (process.platform !== 'linux') return plain
  const [setpriv, prlimit] = await Promise.all([findUtilLinux('setpriv'), findUtilLinux('prlimit')])
  const tied = setpriv === null ? plain : wrap(setpriv, ['--no-new-privs', '--pdeathsig', 'KILL'], plain)
  const remover = await networkRemover()
  // Must come before `setpriv`, whose setting a namespace change would undo.
  const inside = remover === null ? tied : wrap(remover.program, remover.args, tied)
  return prlimit === null ? inside : wrap(prlimit, limitFlags(limits), inside)
}

let found: Promise<Command | null> | undefined

/** The command that runs another one in an empty network namespace; null: the system doesn't allow it. */
export function networkRemover(): Promise<Command | null> {
  found ??= findNetworkRemover()
  return found
}

async function findNetworkRemover(): Promise<Command | null> {
  const program = process.platform === 'linux' ? await findUtilLinux('unshare') : null
  if (program === null) return null
  // A user other than root also needs a user namespace.
  for (const args of [['--net'], ['--map-current-user', '--net']]) {
    const isAllowed = await execFileAsync(program, [...args, '--', 'true']).then(
      () => true,
      () => false,
    )
    if (isAllowed) return { program, args }
  }
  return null
}

function limitFlags({ timeoutMs, memoryBytes, fileBytes }: ProcessLimits): string[] {
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * availableParallelism()
  return [`--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0']
}

function wrap(wrapper: string, flags: string[], { program, args }: Command): Command {
  return { program: wrapper, args: [...flags, '--', program, ...args] }
}

/** BusyBox has programs with the same names and other options. */
async function findUtilLinux(name: string): Promise<string | null> {
  const path = await findProgram(name)
  return path === null || basename(await realpath(path)) === 'busybox' ? null : path
}
