import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { run } from '../process/run.ts'

export interface SherpaRun<Report> {
  /** Script of the child process, which asks `worker-side.ts` for its job. */
  worker: string
  /** What it is told; paths in it are absolute. */
  job: object
  /** Private folder in which the job is written. */
  workFolder: string
  /** Length of the sound it works on. */
  durationMs: number
  reports: z.ZodType<Report>
  onReport: (report: Report) => void
  signal: AbortSignal
}

const MAX_THREADS = 2
const GIB = 1024 ** 3
/** The models are mapped into memory: the address space is far larger than what is used. */
const MEMORY_BYTES = 16 * GIB
const START_TIMEOUT_MS = 120_000
/** Ten times slower than a small machine needs. */
const TIMEOUT_PER_AUDIO = 10

/** How many threads a model may compute with here. */
export function modelThreads(): number {
  return Math.min(MAX_THREADS, availableParallelism())
}

/**
 * Has sherpa-onnx work in a child process, which a broken model may end.
 * @throws ProcessFailed when it ends badly or breaks a limit; the signal's reason when aborted.
 */
export async function runSherpa<Report>({ worker, job, workFolder, durationMs, reports, onReport, signal }: SherpaRun<Report>): Promise<void> {
  const jobPath = join(resolve(workFolder), 'sherpa.json')
  await writeFile(jobPath, JSON.stringify(job))
  const onLine = (line: string): void => {
    // The library itself has things to say too.
    if (line.startsWith('{"')) onReport(reports.parse(JSON.parse(line)))
  }
  await run(process.execPath, [worker, jobPath], { signal, timeoutMs: START_TIMEOUT_MS + durationMs * TIMEOUT_PER_AUDIO, memoryBytes: MEMORY_BYTES, onLine })
}

/** Asks once whether the library is installed and runs on this machine: that does not change while the server runs. */
export function createLibraryCheck(worker: string): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  const options = { signal: new AbortController().signal, timeoutMs: START_TIMEOUT_MS, memoryBytes: MEMORY_BYTES }
  return () => (answer ??= run(process.execPath, [worker], options).then(() => true, () => false))
}

/** Why an engine is not ready where the library can't be loaded. */
export const NO_LIBRARY = 'The optional package sherpa-onnx-node is not installed, or does not run on this machine.'
