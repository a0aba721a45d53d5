import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { PermanentFailure } from '../kernel/errors.ts'
import { createWorkerPool, type WorkerPool } from '../process/worker-pool.ts'
import type { TASKS } from './tasks.ts'

type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0]
export type TaskResult<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>

export interface TaskOptions {
  signal: AbortSignal
  /** Length of the audio that the task reads, ms; absent: it reads none. */
  soundMs?: number
}

/** Computes without blocking the event loop. */
export interface TaskRunner {
  /** @throws PermanentFailure as the task does; WorkStopped when its process ends; the signal's reason when aborted. */
  run<N extends TaskName>(name: N, input: TaskInput<N>, options: TaskOptions): Promise<TaskResult<N>>
  /** Ends the processes. */
  close(): Promise<void>
}

/** A message to the process. */
export interface TaskMessage {
  name: TaskName
  input: unknown
}

/** An answer of the process. */
export type TaskAnswer =
  | { value: unknown }
  | { failed: Pick<PermanentFailure, 'code' | 'message'> }
  | { bug: string; stack: string | undefined }

const WORKER = fileURLToPath(new URL('task-worker.ts', import.meta.url))
const MIB = 1024 ** 2
/** The longest supported captions take a quarter of it. */
const HEAP_BYTES = 1024 * MIB
/** Many times what the longest transcript needs on a small machine. */
const TIMEOUT_MS = 5 * 60_000
/** Clustering takes a twentieth of the audio's length on two small cores. */
const TIMEOUT_PER_SOUND = 1

/** @param maxWorkers maximum concurrent processes. @param worker script of the processes. */
export function createTaskRunner({ maxWorkers, worker = WORKER }: { maxWorkers: number; worker?: string }): TaskRunner {
  // More processes than cores would only add their starts to the wait.
  const pool: WorkerPool = createWorkerPool({
    worker,
    maxWorkers,
    maxShort: availableParallelism(),
    heapBytes: HEAP_BYTES,
  })
  return {
    async run<N extends TaskName>(
      name: N,
      input: TaskInput<N>,
      { signal, soundMs = 0 }: TaskOptions,
    ): Promise<TaskResult<N>> {
      const message: TaskMessage = { name, input }
      const timeoutMs = TIMEOUT_MS + soundMs * TIMEOUT_PER_SOUND
      const answer = (await pool.run(message, { signal, timeoutMs })) as TaskAnswer
      if ('failed' in answer) throw new PermanentFailure(answer.failed.code, answer.failed.message)
      if ('bug' in answer) throw Object.assign(new Error(answer.bug), { stack: answer.stack })
      return answer.value as TaskResult<N>
    },
    close: () => pool.close(),
  }
}
