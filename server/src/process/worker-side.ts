import { readFile } from 'node:fs/promises'
import type { z } from 'zod'

/** The job that this process was started for. @returns null: only a check that its library loads. */
export async function readJob<T>(schema: z.ZodType<T>): Promise<T | null> {
  const [jobPath] = process.argv.slice(2)
  return jobPath === undefined ? null : schema.parse(JSON.parse(await readFile(jobPath, 'utf8')))
}

/** Sends the server a JSON line. */
export function report(said: object): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
