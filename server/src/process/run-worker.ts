import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { run, type RunOptions } from './run.ts'

export interface WorkerRun<Report> extends Pick<RunOptions, 'signal' | 'timeoutMs' | 'stallMs' | 'memoryBytes'> {
  /** Script of the child process, which gets its job from `worker-side.ts`. */
  worker: string
  /** Its input; paths in it are absolute. */
  job: object
  /** Private folder that the job is written to. */
  workFolder: string
  reports: z.ZodType<Report>
  onReport: (report: Report) => void
}

/** Loading a library and its models, before any work. */
export const START_TIMEOUT_MS = 120_000

/** Our scripts are bundled; source maps make their errors name the sources. */
const workerArguments = (worker: string, ...rest: string[]) => ['--enable-source-maps', worker, ...rest]

/**
 * Runs one of our scripts in a child process, because its library may crash.
 * @throws ProcessFailed when it exits with an error or exceeds a limit; the signal's reason when aborted.
 */
export async function runWorker<Report>({
  worker,
  job,
  workFolder,
  reports,
  onReport,
  ...limits
}: WorkerRun<Report>): Promise<void> {
  const jobPath = join(resolve(workFolder), 'job.json')
  await writeFile(jobPath, JSON.stringify(job))
  const onLine = (line: string): void => {
    // The library itself writes output too.
    if (line.startsWith('{"')) onReport(reports.parse(JSON.parse(line)))
  }
  await run(process.execPath, workerArguments(worker, jobPath), { ...limits, onLine })
}

/**
 * Checks once whether the worker's library is installed and runs on this machine, which doesn't change while the
 * server runs.
 */
export function createLibraryCheck(worker: string, memoryBytes: number): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  const options = { signal: new AbortController().signal, timeoutMs: START_TIMEOUT_MS, memoryBytes }
  return () =>
    (answer ??= run(process.execPath, workerArguments(worker), options).then(
      () => true,
      () => false,
    ))
}
