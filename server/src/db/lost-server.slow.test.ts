import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createSwitchedPostgres } from '../testing/postgres.ts'
import { openDatabase } from './database.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: I will send you the signed contract on Friday.\n'
/** Far longer than any database wait, even on a busy machine. */
const HANGS_MS = 150_000

describe.runIf(HAS_POSTGRES)('a PostgreSQL server that is lost', () => {
  let postgres: Awaited<ReturnType<typeof createSwitchedPostgres>>
  let app: RunningApp
  let ann: Person

  beforeAll(async () => {
    postgres = await createSwitchedPostgres()
    await postgres.turn('start')
    app = await startApp({ DATABASE_URL: postgres.url, DEFAULT_PLAN: 'team' })
    await app.services.start(0)
    ann = await app.signUp()
  })
  afterAll(async () => {
    await app.close()
    await postgres.close()
  })

  /** Requests of every kind of response, at once. @returns their statuses; the test fails when one hangs. */
  async function ask(): Promise<number[]> {
    const signal = AbortSignal.timeout(HANGS_MS)
    const get = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${app.url}${path}`, { headers, ...init, signal })).status
    const headers = { 'authorization': `Bearer ${ann.token}`, 'content-type': 'application/json' }
    return Promise.all([
      get('/api/microsites'),
      get('/auth/v1/user'),
      get('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: '{"email":"a@example.org","password":"secret"}',
      }),
      get('/files', { method: 'POST', headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '10' } }),
      get('/s/unknown-token-of-a-link'),
      get('/readyz'),
    ])
  }
  const process = async () => {
    const { body } = await ann.send('POST', '/api/process-meeting', { captions: CAPTIONS })
    return (body as { job_id: string }).job_id
  }
  const active = (id: string) =>
    eventually(async () => {
      const { body } = await ann.send('GET', `/api/microsites/${id}`)
      return (body as { status?: string }).status === 'active'
    })

  test.each([
    ['stopped', 'stop', 'start'],
    ['frozen', 'freeze', 'thaw'],
  ] as const)(
    'because it was %s: refuses each request as unavailable, hangs none, and resumes all work when it is back',
    { timeout: 3 * HANGS_MS },
    async (_what, end, begin) => {
      const id = await process()
      await postgres.turn(end)
      try {
        expect(await ask()).toEqual([503, 503, 503, 503, 503, 503])
      } finally {
        await postgres.turn(begin)
      }
      await eventually(async () => (await fetch(`${app.url}/readyz`)).ok)
      await active(id)
      await active(await process())
    },
  )
})

test.runIf(HAS_POSTGRES)(
  'keeps no connections of transactions that a frozen server did not begin, and closes without waiting for them',
  { timeout: 3 * HANGS_MS },
  async () => {
    const postgres = await createSwitchedPostgres()
    await postgres.turn('start')
    const db = await openDatabase(postgres.url)
    /** One transaction for each connection. */
    const transactions = () =>
      Promise.allSettled(Array.from({ length: 10 }, () => db.batch((tx) => [tx.select().from(db.schema.quotas)])))
    const outcomes = async () => new Set((await transactions()).map(({ status }) => status))
    expect(await outcomes()).toEqual(new Set(['fulfilled']))
    await postgres.turn('freeze')
    expect(await outcomes()).toEqual(new Set(['rejected']))
    await postgres.turn('thaw')
    expect(await outcomes()).toEqual(new Set(['fulfilled']))
    await db.close()
    await postgres.close()
  },
)

test.runIf(HAS_POSTGRES)('reports an unreachable server at startup in one sentence', async () => {
  await expect(openDatabase('postgres://postgres@127.0.0.1:1/none')).rejects.toThrow(
    /^Can’t reach the database in DATABASE_URL: .*ECONNREFUSED.*\.$/,
  )
})
