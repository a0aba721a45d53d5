import type { ChildProcess } from 'node:child_process'
import { WorkStopped } from '../kernel/errors.ts'
import { collectTail } from './output.ts'
import { killGroup, startProcess } from './start-process.ts'

export interface WorkerPoolOptions {
  /**
   * Script of the child processes: it answers each message on its channel with one message.
   */
  worker: string
  /** Processes at the same time; further tasks wait for one. */
  most: number
  /** What JavaScript may use in one of them. */
  heapBytes: number
  /** A process without work ends after it, ms. */
  idleMs?: number
}

export interface TaskLimits {
  signal: AbortSignal
  timeoutMs: number
}

/** Keeps child processes for tasks that would hold up the event loop. */
export interface WorkerPool {
  /**
   * Sends a task to a process that is free, or to a new one. @returns what the process answers.
   * @throws WorkStopped when the process ends without an answer or is not done in time; the signal's reason when aborted.
   */
  run(task: object, limits: TaskLimits): Promise<unknown>
  /** Kills every process; resolves once they are gone. Tasks under way reject. */
  close(): Promise<void>
}

const MIB = 1024 ** 2
/** Address space beside the heap: Node reserves more than it touches, and sound lies outside the heap. */
const BESIDE_HEAP_BYTES = 3 * 1024 * MIB
/** A process writes no files but what Node keeps of its compiler. */
const FILE_BYTES = 64 * MIB
/** After so much work a process is replaced: what it has allocated goes back. */
const LIFETIME_MS = 60 * 60_000
const IDLE_MS = 60_000
const STDERR_TAIL_BYTES = 8 * 1024

/** A child process with its channel. */
interface Seat {
  child: ChildProcess
  workedMs: number
  idleTimer: NodeJS.Timeout | null
  /** The end of what it wrote to standard error. */
  lastWords: () => string
  ended: Promise<void>
}

/** Buffers of a call of hours that nobody uses any more go at once: what a worker takes then follows what it has in use. */
const SEMI_SPACE_MIB = 2

export function createWorkerPool({ worker, most, heapBytes, idleMs = IDLE_MS }: WorkerPoolOptions): WorkerPool {
  const seats = new Set<Seat>()
  const idle: Seat[] = []
  const closing = new AbortController()
  const waiting: (() => void)[] = []
  let running = 0

  async function run(task: object, { signal, timeoutMs }: TaskLimits): Promise<unknown> {
    const either = AbortSignal.any([signal, closing.signal])
    either.throwIfAborted()
    await enter(either)
    try {
      either.throwIfAborted()
      return await ask(claimIdle() ?? (await open(timeoutMs, either)), task, { signal: either, timeoutMs })
    } finally {
      const next = waiting.shift()
      // The place is handed over: nobody takes it in between.
      if (next) next()
      else running -= 1
    }
  }

  async function enter(signal: AbortSignal): Promise<void> {
    if (running < most) {
      running += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      const place = waiting.indexOf(turn.resolve)
      // Its turn has come already: the code that runs it passes the place on.
      if (place < 0) return
      waiting.splice(place, 1)
      turn.reject(signal.reason)
    }
    waiting.push(turn.resolve)
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal.removeEventListener('abort', leave))
  }

  function claimIdle(): Seat | null {
    const seat = idle.pop() ?? null
    if (seat?.idleTimer) clearTimeout(seat.idleTimer)
    return seat
  }

  async function open(timeoutMs: number, signal: AbortSignal): Promise<Seat> {
    // What a worker reports of an unexpected error names the sources, also where it runs as it was built.
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
    const seat: Seat = {
      child,
      workedMs: 0,
      idleTimer: null,
      lastWords: collectTail(child.stderr, STDERR_TAIL_BYTES),
      ended,
    }
    seats.add(seat)
    void ended.then(() => forget(seat))
    return seat
  }

  function forget(seat: Seat): void {
    seats.delete(seat)
    if (seat.idleTimer) clearTimeout(seat.idleTimer)
    const place = idle.indexOf(seat)
    if (place >= 0) idle.splice(place, 1)
  }

  function release(seat: Seat, tookMs: number): void {
    seat.workedMs += tookMs
    if (seat.workedMs > LIFETIME_MS) return killGroup(seat.child)
    hold(seat, false)
    seat.idleTimer = setTimeout(() => {
      // Its exit is reported later; until then no task may be sent to it.
      idle.splice(idle.indexOf(seat), 1)
      killGroup(seat.child)
    }, idleMs).unref()
    idle.push(seat)
  }

  async function ask(seat: Seat, task: object, { signal, timeoutMs }: TaskLimits): Promise<unknown> {
    const { child } = seat
    const started = performance.now()
    const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    hold(seat, true)
    const answer = new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      // Whatever it is that can't be sent ends with the process.
      child.send(task, (error) => error && reject(error))
      over.addEventListener('abort', () => reject(over.reason), { once: true })
      void seat.ended.then(() => reject(new WorkStopped('work_stopped', lastLine(seat.lastWords()))))
    })
    try {
      const answered = await answer
      release(seat, performance.now() - started)
      return answered
    } catch (error) {
      killGroup(child)
      await seat.ended
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
      closing.abort(new Error('the worker processes are being ended'))
      const open = [...seats]
      for (const seat of open) {
        // What waits for the end stays until then.
        hold(seat, true)
        killGroup(seat.child)
      }
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}

/** A process without work keeps nobody from ending. */
function hold({ child }: Seat, isHeld: boolean): void {
  const change = isHeld ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  // A pipe of a child is a socket.
  if (child.stderr && change in child.stderr) (child.stderr as unknown as Record<typeof change, () => void>)[change]()
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
