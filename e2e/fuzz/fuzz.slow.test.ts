import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOTH_DATABASES } from '../../server/src/testing/databases.ts'
import { createPostgres } from '../../server/src/testing/postgres.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { FUZZED_SERVER } from './fuzzed-server.ts'
import { fuzz } from './fuzz.ts'
import { RAW_CASES, tryRaw } from './raw-sockets.ts'

describe.each(BOTH_DATABASES)('a server on %s', (name) => {
  let server: RunningServer
  beforeAll(async () => {
    const database = name === 'postgres' ? { DATABASE_URL: await createPostgres({ migrated: true }) } : {}
    server = await startServer({ ...FUZZED_SERVER, ...database })
  })
  afterAll(() => server.stop())

  test('hostile requests are all answered, with nothing worse than a refusal', async () => {
    const { sent, findings } = await fuzz({ url: server.url, pid: null, seed: 1, count: 300 })
    expect([sent, findings]).toEqual([300, []])
  })

  // What reads connections knows of no database.
  test.each(RAW_CASES.filter(({ slow }) => !slow && name === 'sqlite'))(
    'a connection with $name ends as it has to',
    async (each) => {
      expect(await tryRaw(server.url, each)).toBeNull()
    },
  )
})
