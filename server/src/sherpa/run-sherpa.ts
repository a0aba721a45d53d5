import { availableParallelism } from 'node:os'
import { createLibraryCheck, runWorker, START_TIMEOUT_MS, type WorkerRun } from '../process/run-worker.ts'

export interface SherpaRun<Report> extends Omit<WorkerRun<Report>, 'timeoutMs' | 'memoryBytes'> {
  /** Length of the audio it works on. */
  durationMs: number
}

const MAX_THREADS = 2
const GIB = 1024 ** 3
/** The models are mapped into memory, so the address space is far larger than the memory in use. */
const MEMORY_BYTES = 16 * GIB
/** Ten times what a small machine needs. */
const TIMEOUT_PER_AUDIO = 10

/** Number of threads for a model on this machine. */
export function modelThreads(): number {
  return Math.min(MAX_THREADS, availableParallelism())
}

/**
 * Runs sherpa-onnx in a child process, because a broken model can crash its process.
 * @throws ProcessFailed when it crashes or exceeds a limit; the signal's reason when aborted.
 */
export async function runSherpa<Report>({ durationMs, ...worker }: SherpaRun<Report>): Promise<void> {
  await runWorker({
    ...worker,
    timeoutMs: START_TIMEOUT_MS + durationMs * TIMEOUT_PER_AUDIO,
    memoryBytes: MEMORY_BYTES,
  })
}

/** Checks once whether sherpa-onnx is installed and runs on this machine. */
export function createSherpaCheck(worker: string): () => Promise<boolean> {
  return createLibraryCheck(worker, MEMORY_BYTES)
}

/** Status of an engine whose library can't be loaded. */
export const NO_LIBRARY = 'The optional package sherpa-onnx-node isn’t installed or doesn’t run on this machine.'
