import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCounts } from './test-reports.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function counts(report: unknown) {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(report))
  return readCounts(path)
}

describe('the closing count', () => {
  it('reads the report of Vitest', async () => {
    expect(await counts({ numPassedTests: 12, numFailedTests: 2 })).toEqual({ passed: 12, failed: 2 })
  })

  it('reads the report of Playwright', async () => {
    expect(await counts({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 0 } })).toEqual({
      passed: 6,
      failed: 2,
    })
  })

  it('is empty when a part ended before it wrote a report', async () => {
    expect(await readCounts(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 })
  })

  it('is empty when the report has another format', async () => {
    await expect(counts({ tests: 3 })).rejects.toThrow()
  })
})
