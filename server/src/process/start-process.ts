import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { confine, type ProcessLimits } from './confine.ts'

/** Children see no more of our environment than they need to start, so no key or password. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE']

interface StartOptions {
  limits: ProcessLimits
  stdio: StdioOptions
  /** Nothing is started once it is aborted. */
  signal: AbortSignal
  cwd?: string
}

/**
 * Starts a program without a shell, at low priority, within its limits, as the leader of a process group of its own.
 * Messages of a channel (`ipc` in `stdio`) are structured clones, so that typed arrays pass as they are.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  { limits, stdio, signal, cwd }: StartOptions,
): Promise<ChildProcess> {
  const command = await confine(program, args, limits)
  signal.throwIfAborted()
  const child = spawn(command.program, command.args, {
    stdio,
    serialization: 'advanced',
    detached: process.platform !== 'win32',
    env: childEnvironment(),
    ...(cwd === undefined ? {} : { cwd }),
  })
  lowerPriority(child)
  return child
}

/** Kills a process and all that it started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Conversions take minutes of all cores; people's requests go first. */
function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is gone already, or the system does not let us.
  }
}

function childEnvironment(): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), LC_ALL: 'C.UTF-8' }
}
