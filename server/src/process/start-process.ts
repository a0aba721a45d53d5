import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { confine, type ProcessLimits } from './confine.ts'

/** Children get only the environment variables that they need to start, so no key or password. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'NODE_COMPILE_CACHE']

interface StartOptions {
  limits: ProcessLimits
  stdio: StdioOptions
  /** Starts nothing when already aborted. */
  signal: AbortSignal
  cwd?: string
  /** Runs only when nothing else wants the processor. */
  isBackground?: boolean
}

/**
 * Starts a program without a shell, at low priority, within its limits, as the leader of its own process group.
 * Messages of a channel (`ipc` in `stdio`) are structured clones, so typed arrays stay typed.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  { limits, stdio, signal, cwd, isBackground = false }: StartOptions,
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
  lowerPriority(child, isBackground)
  return child
}

/** Kills a process and all its children. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

/** Conversions use all cores for minutes; users' requests take precedence. */
function lowerPriority(child: ChildProcess, isBackground: boolean): void {
  if (child.pid === undefined) return
  try {
    const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority
    setPriority(child.pid, isBackground ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already exited, or the system doesn't allow it.
  }
}

function childEnvironment(): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), LC_ALL: 'C.UTF-8' }
}
