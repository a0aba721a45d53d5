import { readFile } from 'node:fs/promises'
import type { z } from 'zod'

/** What this process was started for. @returns null: only to show that its library can be loaded. */
export async function readJob<T>(schema: z.ZodType<T>): Promise<T | null> {
  const [jobPath] = process.argv.slice(2)
  return jobPath === undefined ? null : schema.parse(JSON.parse(await readFile(jobPath, 'utf8')))
}

/** Sends the server something, as a line of JSON. */
export function report(said: object): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
