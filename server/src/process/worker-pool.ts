import type { ChildProcess } from 'node:child_process'
import { WorkStopped } from '../kernel/errors.ts'
import { collectTail } from './output.ts'
import { killGroup, startProcess } from './start-process.ts'

export interface WorkerPoolOptions {
  /** Script of the child processes: it answers each message on its channel with one message. */
  worker: string
  /** Concurrent processes; further tasks are queued. */
  maxWorkers: number
  /** Concurrent short tasks; a task that has run for `longMs` gives its place to the next. Absent: `maxWorkers`. */
  maxShort?: number
  longMs?: number
  /** JavaScript heap limit of each process. */
  heapBytes: number
  /** An idle process ends after this time, ms. */
  idleMs?: number
}

export interface TaskLimits {
  signal: AbortSignal
  timeoutMs: number
}

/** Manages child processes for tasks that would block the event loop. */
export interface WorkerPool {
  /**
   * Sends a task to a free process, or to a new one. @returns the process's answer.
   * @throws WorkStopped when the process ends without an answer or times out; the signal's reason when aborted.
   */
  run(task: object, limits: TaskLimits): Promise<unknown>
  /** Kills every process; resolves once they are gone. Running tasks reject. */
  close(): Promise<void>
}

const MIB = 1024 ** 2
/** Address space besides the heap: Node reserves more than it touches, and audio is outside the heap. */
const BESIDE_HEAP_BYTES = 3 * 1024 * MIB
/** A process writes no files except Node's compile cache. */
const FILE_BYTES = 64 * MIB
/** A process is replaced after this much working time, to release its memory. */
const LIFETIME_MS = 60 * 60_000
const IDLE_MS = 60_000
const STDERR_TAIL_BYTES = 8 * 1024
/** Most tasks take a tenth of a second, and a process starts in one; on a starved machine both take several times as long. */
const LONG_MS = 5000

/** A child process with its channel. */
interface PooledProcess {
  child: ChildProcess
  workedMs: number
  idleTimer: NodeJS.Timeout | null
  /** The end of its standard error. */
  stderrTail: () => string
  ended: Promise<void>
}

/** A small young generation frees unused buffers of long calls at once, so that memory follows actual use. */
const SEMI_SPACE_MIB = 2

export function createWorkerPool({
  worker,
  maxWorkers,
  maxShort = maxWorkers,
  longMs = LONG_MS,
  heapBytes,
  idleMs = IDLE_MS,
}: WorkerPoolOptions): WorkerPool {
  const processes = new Set<PooledProcess>()
  const idle: PooledProcess[] = []
  const closing = new AbortController()
  const slots = createSlots({ maxWorkers, maxShort, longMs })

  async function run(task: object, { signal, timeoutMs }: TaskLimits): Promise<unknown> {
    const either = AbortSignal.any([signal, closing.signal])
    either.throwIfAborted()
    const leave = await slots.enter(either)
    try {
      either.throwIfAborted()
      return await ask(claimIdle() ?? (await open(timeoutMs, either)), task, { signal: either, timeoutMs })
    } finally {
      leave()
    }
  }

  function claimIdle(): PooledProcess | null {
    const pooled = idle.pop() ?? null
    if (pooled?.idleTimer) clearTimeout(pooled.idleTimer)
    return pooled
  }

  async function open(timeoutMs: number, signal: AbortSignal): Promise<PooledProcess> {
    // Stack traces of unexpected errors name the sources, even in the built server.
    const heap = [`--max-old-space-size=${Math.ceil(heapBytes / MIB)}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`]
    const args = ['--enable-source-maps', ...heap, worker]
    const child = await startProcess(process.execPath, args, {
      limits: {
        timeoutMs: LIFETIME_MS + timeoutMs,
        memoryBytes: heapBytes + BESIDE_HEAP_BYTES,
        fileBytes: FILE_BYTES,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      signal,
    })
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    const pooled: PooledProcess = {
      child,
      workedMs: 0,
      idleTimer: null,
      stderrTail: collectTail(child.stderr, STDERR_TAIL_BYTES),
      ended,
    }
    processes.add(pooled)
    void ended.then(() => forget(pooled))
    return pooled
  }

  function forget(pooled: PooledProcess): void {
    processes.delete(pooled)
    if (pooled.idleTimer) clearTimeout(pooled.idleTimer)
    const index = idle.indexOf(pooled)
    if (index >= 0) idle.splice(index, 1)
  }

  function release(pooled: PooledProcess, tookMs: number): void {
    pooled.workedMs += tookMs
    if (pooled.workedMs > LIFETIME_MS) return killGroup(pooled.child)
    hold(pooled, false)
    pooled.idleTimer = setTimeout(() => {
      // Its exit is reported later; until then it must get no tasks.
      idle.splice(idle.indexOf(pooled), 1)
      killGroup(pooled.child)
    }, idleMs).unref()
    idle.push(pooled)
  }

  async function ask(pooled: PooledProcess, task: object, { signal, timeoutMs }: TaskLimits): Promise<unknown> {
    const { child } = pooled
    const started = performance.now()
    const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    hold(pooled, true)
    const answer = new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      // The message could not be sent, so the process is killed.
      child.send(task, (error) => error && reject(error))
      over.addEventListener('abort', () => reject(over.reason), { once: true })
      void pooled.ended.then(() => reject(new WorkStopped('work_stopped', lastLine(pooled.stderrTail()))))
    })
    try {
      const answered = await answer
      release(pooled, performance.now() - started)
      return answered
    } catch (error) {
      killGroup(child)
      await pooled.ended
      signal.throwIfAborted()
      if (over.aborted) throw new WorkStopped('work_timed_out', `not done after ${timeoutMs} ms`)
      throw error instanceof WorkStopped ? error : new WorkStopped('work_stopped', String(error), { cause: error })
    } finally {
      child.removeAllListeners('message')
    }
  }

  return {
    run,
    async close() {
      closing.abort(new Error('the worker processes are shutting down'))
      const open = [...processes]
      for (const pooled of open) {
        // A referenced process keeps the server alive until its exit has been awaited.
        hold(pooled, true)
        killGroup(pooled.child)
      }
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

/** An idle process must not keep the server alive. */
function hold({ child }: PooledProcess, isHeld: boolean): void {
  const change = isHeld ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  // A child's pipe is a socket.
  if (child.stderr && change in child.stderr) (child.stderr as unknown as Record<typeof change, () => void>)[change]()
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

/** Slots for a number of tasks at a time, in the order they came. */
function createSlots({
  maxWorkers,
  maxShort,
  longMs,
}: Required<Pick<WorkerPoolOptions, 'maxWorkers' | 'maxShort' | 'longMs'>>) {
  const waiting: (() => void)[] = []
  let running = 0
  /** How many of the running tasks are long. */
  let long = 0
  const hasSlot = () => running < maxWorkers && running - long < maxShort

  /** The slot is taken here, so that no other task takes it. */
  function admitNext(): void {
    if (waiting.length === 0 || !hasSlot()) return
    running += 1
    waiting.shift()?.()
  }

  async function waitForTurn(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      const index = waiting.indexOf(turn.resolve)
      // Its turn has already come: its own code passes the slot on.
      if (index < 0) return
      waiting.splice(index, 1)
      turn.reject(signal.reason)
    }
    waiting.push(turn.resolve)
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    /** Waits for a slot. @returns the function that frees it. @throws the signal's reason when aborted. */
    async enter(signal: AbortSignal): Promise<() => void> {
      if (hasSlot()) running += 1
      else await waitForTurn(signal)
      let isLong = false
      const becomesLong = setTimeout(() => {
        isLong = true
        long += 1
        admitNext()
      }, longMs).unref()
      return () => {
        clearTimeout(becomesLong)
        if (isLong) long -= 1
        running -= 1
        admitNext()
      }
    },
  }
}
