import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { findProgram } from './find-program.ts'

/** What a child process may use. The kernel enforces it on Linux; elsewhere only the time-out holds. */
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
 * Puts the limits before a command with `prlimit`, and lets the kernel end the child when this process dies
 * (`setpriv --pdeathsig`), so that a killed server leaves no converter behind. Without these programs the command is unchanged.
 */
export async function confine(program: string, args: readonly string[], limits: ProcessLimits): Promise<Command> {
  const plain = { program, args: [...args] }
  if (process.platform !== 'linux') return plain
  const [setpriv, prlimit] = await Promise.all([findUtilLinux('setpriv'), findUtilLinux('prlimit')])
  const tied = setpriv === null ? plain : wrap(setpriv, ['--no-new-privs', '--pdeathsig', 'KILL'], plain)
  return prlimit === null ? tied : wrap(prlimit, limitFlags(limits), tied)
}

function limitFlags({ timeoutMs, memoryBytes, fileBytes }: ProcessLimits): string[] {
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * availableParallelism()
  return [`--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--core=0']
}

function wrap(wrapper: string, flags: string[], { program, args }: Command): Command {
  return { program: wrapper, args: [...flags, '--', program, ...args] }
}

/** BusyBox has programs of the same names that know other options. */
async function findUtilLinux(name: string): Promise<string | null> {
  const path = await findProgram(name)
  return path === null || basename(await realpath(path)) === 'busybox' ? null : path
}
