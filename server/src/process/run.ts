import type { ChildProcess } from 'node:child_process'
import { basename } from 'node:path'
import { collectTail, collectWhole, splitLines } from './output.ts'
import { ProcessFailed, type ProcessFailureReason } from './process-failed.ts'
import { killGroup, startProcess } from './start-process.ts'

const GIB = 1024 ** 3
/** Enough for ffmpeg on 4K video; a file that needs more is refused instead of making the machine swap. */
const DEFAULT_MEMORY_BYTES = 4 * GIB
const DEFAULT_FILE_BYTES = 4 * GIB
const DEFAULT_OUTPUT_BYTES = 8 * 1024 ** 2
/** Tools print errors at the end of their output. */
const STDERR_TAIL_BYTES = 64 * 1024

export interface RunOptions {
  signal: AbortSignal
  /** Wall time after which the process and its children are killed; on Linux, also limits time on all processors. */
  timeoutMs: number
  /** With `onLine`: wall time without a line that ends it instead, so that it may be slow on a busy machine. */
  stallMs?: number
  cwd?: string
  /** Runs only when nothing else wants the processor. */
  isBackground?: boolean
  memoryBytes?: number
  /** Largest file it may write. */
  fileBytes?: number
  /** Most it may write to standard output; with `onLine`, the longest line. */
  outputBytes?: number
  /** Gets standard output line by line, which is then not collected. */
  onLine?: (line: string) => void
}

export interface RunResult {
  stdout: string
  /** The last 64 KiB. */
  stderr: string
}

/**
 * Runs a program to completion: without a shell, without standard input, at low priority, within its limits. On abort
 * or timeout its whole process group is killed, and the promise settles only once it is gone.
 * @throws ProcessFailed when it exits with a code other than 0, or exceeds a limit; the signal's reason when aborted.
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { signal, timeoutMs, memoryBytes = DEFAULT_MEMORY_BYTES, fileBytes = DEFAULT_FILE_BYTES } = options
  signal.throwIfAborted()
  const child = await startProcess(program, args, {
    limits: { timeoutMs, memoryBytes, fileBytes },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    isBackground: options.isBackground ?? false,
  })
  return waitFor(child, basename(program), options)
}

function waitFor(
  child: ChildProcess,
  name: string,
  { signal, timeoutMs, stallMs, outputBytes = DEFAULT_OUTPUT_BYTES, onLine }: RunOptions,
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let stopped: { reason: ProcessFailureReason } | { error: unknown } | null = null
    const stop = (why: { reason: ProcessFailureReason } | { error: unknown }): void => {
      stopped ??= why
      killGroup(child)
    }
    const onAbort = (): void => stop({ error: signal.reason })
    const tooMuch = (): void => stop({ reason: 'output' })
    const timer = setTimeout(() => stop({ reason: 'timeout' }), stallMs ?? timeoutMs)
    const takeLine = (line: string): void => {
      // Written before it was killed.
      if (stopped !== null) return
      if (stallMs !== undefined) timer.refresh()
      onLine?.(line)
    }
    signal.addEventListener('abort', onAbort)

    const stderr = collectTail(child.stderr, STDERR_TAIL_BYTES)
    const stdout =
      onLine === undefined
        ? collectWhole(child.stdout, outputBytes, tooMuch)
        : splitLines(
            child.stdout,
            outputBytes,
            guarded(takeLine, (error) => stop({ error })),
            tooMuch,
          )

    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    child.once('error', (cause) => settle(() => reject(new ProcessFailed(name, { reason: 'start' }, { cause }))))
    child.once('close', (exitCode, endedBy) =>
      settle(() => {
        if (stopped !== null && 'error' in stopped) return reject(stopped.error)
        if (stopped === null && exitCode === 0) return resolve({ stdout: stdout(), stderr: stderr() })
        reject(new ProcessFailed(name, { reason: stopped?.reason ?? 'exit', exitCode, endedBy, stderr: stderr() }))
      }),
    )
  })
}

function guarded(onLine: (line: string) => void, onError: (error: unknown) => void): (line: string) => void {
  return (line) => {
    try {
      onLine(line)
    } catch (error) {
      onError(error)
    }
  }
}
