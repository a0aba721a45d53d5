import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { FUZZED_SERVER } from './fuzzed-server.ts'
import { fuzz } from './fuzz.ts'
import { RAW_CASES, tryRaw } from './raw-sockets.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer(FUZZED_SERVER)
})
afterAll(() => server.stop())

test('hostile requests are all answered, with nothing worse than a refusal', async () => {
  const { sent, findings } = await fuzz({ url: server.url, pid: null, seed: 1, count: 300 })
  expect([sent, findings]).toEqual([300, []])
})

test.each(RAW_CASES.filter(({ slow }) => !slow))('a connection with $name ends as it has to', async (each) => {
  expect(await tryRaw(server.url, each)).toBeNull()
})
