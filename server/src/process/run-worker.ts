import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { run, type RunOptions } from './run.ts'

export interface WorkerRun<Report> extends Pick<RunOptions, 'signal' | 'timeoutMs' | 'memoryBytes'> {
  /** Script of the child process, which asks `worker-side.ts` for its job. */
  worker: string
  /** Its input; paths in it are absolute. */
  job: object
  /** Private folder in which the job is written. */
  workFolder: string
  reports: z.ZodType<Report>
  onReport: (report: Report) => void
}

/** Loading a library and the models for it, before any work. */
export const START_TIMEOUT_MS = 120_000

/** Ours are bundled: what they say of their failures names their sources. */
const workerArguments = (worker: string, ...rest: string[]) => ['--enable-source-maps', worker, ...rest]

/**
 * Has a script of ours work in a child process, which a library may end.
 * @throws ProcessFailed when it ends badly or breaks a limit; the signal's reason when aborted.
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
    // The library itself has things to say too.
    if (line.startsWith('{"')) onReport(reports.parse(JSON.parse(line)))
  }
  await run(process.execPath, workerArguments(worker, jobPath), { ...limits, onLine })
}

/** Asks once whether the worker's library is installed and runs on this machine: that does not change while the server runs. */
export function createLibraryCheck(worker: string, memoryBytes: number): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null
  const options = { signal: new AbortController().signal, timeoutMs: START_TIMEOUT_MS, memoryBytes }
  return () =>
    (answer ??= run(process.execPath, workerArguments(worker), options).then(
      () => true,
      () => false,
    ))
}
