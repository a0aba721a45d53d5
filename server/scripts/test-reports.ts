import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Tests that ran. */
export interface Counts {
  passed: number
  failed: number
}

const vitestReport = z
  .object({ numPassedTests: z.int(), numFailedTests: z.int() })
  .transform((report): Counts => ({ passed: report.numPassedTests, failed: report.numFailedTests }))
const playwrightReport = z
  .object({ stats: z.object({ expected: z.int(), flaky: z.int(), unexpected: z.int() }) })
  .transform(({ stats }): Counts => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }))

/** Reads the counts of passed and failed tests from Vitest's or Playwright's JSON report; none without a report. */
export async function readCounts(path: string): Promise<Counts> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return { passed: 0, failed: 0 }
  return z.union([vitestReport, playwrightReport]).parse(JSON.parse(text))
}
