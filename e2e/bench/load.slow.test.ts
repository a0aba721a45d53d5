import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOpenFiles } from '../fixtures/process-facts.ts'
import { startMeasuredServer, type MeasuredServer } from '../fixtures/measured-server.ts'
import { waitFor } from '../fixtures/server.ts'
import { load } from './load.ts'

let server: MeasuredServer
let work: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'load-'))
  server = await startMeasuredServer({ TRUST_PROXY: 'true', DEFAULT_PLAN: 'team', TRANSCRIBER: 'none' })
})
afterAll(async () => {
  await server.stop()
  await rm(work, { recursive: true, force: true })
})

test('serves readers of a page while processing uploads, and closes the files it opened', async () => {
  const before = await openFiles()
  const figures = await load(server, work, {
    readers: 20,
    addresses: 4,
    people: 2,
    uploadsEach: 2,
    seconds: 4,
    everyMs: 1000,
    rounds: 1,
  })
  expect(figures.uploads).toHaveLength(4)
  expect(figures.without.atOnce).toHaveLength(20)
  expect(figures.beside.atOnce).toHaveLength(20)
  await waitFor(async () => (await openFiles()) <= before, `no more than ${before} files to be open`)
})

/** All but the database: its reader closes it only after minutes without work. */
async function openFiles(): Promise<number> {
  return (await getOpenFiles(server.pid())).filter((path) => !path.includes('callfolio.db')).length
}
