import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runWorker } from './run-worker.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-worker-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a failing bundled worker names the line of its sources', async () => {
  const worker = join(folder, 'bundled.mjs')
  const map = { version: 3, sources: ['sources/hearing.ts'], names: [], mappings: 'AACA' }
  const inline = Buffer.from(JSON.stringify(map)).toString('base64')
  await writeFile(
    worker,
    `throw new Error('the model is cut off')\n//# sourceMappingURL=data:application/json;base64,${inline}\n`,
  )
  const failed = runWorker({
    worker,
    job: {},
    workFolder: folder,
    reports: z.object({}),
    onReport: () => {},
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    memoryBytes: 2 * 1024 ** 3,
  })
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringMatching(/the model is cut off[^]*sources\/hearing\.ts:2/),
  })
})
