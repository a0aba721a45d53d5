import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../testing/api-server.ts'
import { startAuthServer } from '../accounts/auth-server.testing.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { startSharing } from '../sharing/sharing.testing.ts'
import { BOTH_DATABASES, openMemory } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'

let lines: string[]
let log: Logger
/** Stops a test's servers, in reverse order. */
let ends: (() => Promise<unknown>)[]
beforeEach(() => {
  lines = []
  ends = []
  log = createLogger('debug', { write: (line) => void lines.push(line) })
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

const failures = () => lines.filter((line) => line.includes('"level":"error"'))

describe.each(BOTH_DATABASES)('the log, when %s gets a value that it can’t store', (name, open) => {
  test('has one line with the database’s code and the statement, without the value', async () => {
    const database = await open()
    const sharing = await startSharing({ database, log })
    const server = await startAuthServer(database, { log })
    ends.push(
      () => database.close(),
      () => sharing.api.close(),
      () => server.close(),
    )
    const link = await sharing.share(await sharing.insertSite())
    const label = await sharing.change(link, { label: 'secret\u0000words' })
    const account = {
      email: `${randomUUID()}@example.org`,
      password: 'correct horse',
      data: { full_name: 'An\u0000Other' },
    }
    const signUp = await server.request('/auth/v1/signup', { method: 'POST', json: account })
    const refusals = lines.flatMap((line) => {
      const { msg, code, statement } = JSON.parse(line) as Record<string, string>
      return msg === 'a value was refused by the database' ? [[code, statement?.split(' ', 2).join(' ')]] : []
    })
    if (name === 'postgres') {
      expect([label.status, signUp.status]).toEqual([400, 400])
      expect(refusals).toEqual([
        ['22021', 'update "shareable_links"'],
        ['22P05', 'insert into'],
      ])
    } else expect([label.status, signUp.status, refusals]).toEqual([200, 200, []])
    for (const line of lines) expect(line).not.toMatch(/secret|words|Other|example\.org/)
  })
})

describe.each(BOTH_DATABASES)('the log, when %s fails during a request', (_name, open) => {
  test('contains neither the token nor the visitor of a shared page', async () => {
    const database = await open()
    const sharing = await startSharing({ database, log })
    ends.push(() => sharing.api.close())
    const { token } = await sharing.share(await sharing.insertSite())
    await database.close()
    expect((await sharing.open(token)).status).toBe(500)
    expect((await sharing.open(token, { form: { email: 'visitor@example.org' } })).status).toBe(500)
    expect((await sharing.api.request('POST', '/api/get-shared-microsite', { json: { token } })).status).toBe(500)
    expect(failures(), 'each failure is reported').toHaveLength(3)
    for (const line of lines) {
      expect(line).not.toContain(token)
      expect(line).not.toContain('visitor@example.org')
    }
  })

  test('contains no address of a user who signs in', async () => {
    const database = await open()
    const server = await startAuthServer(database, { log })
    ends.push(() => server.close())
    await insertUser(database)
    await database.close()
    const email = `${randomUUID()}@example.org`
    expect(
      (
        await server.request('/auth/v1/token?grant_type=password', {
          method: 'POST',
          json: { email, password: 'correct horse' },
        })
      ).status,
    ).toBe(500)
    expect(failures()).toHaveLength(1)
    for (const line of lines) expect(line).not.toContain(email)
    expect(JSON.parse(failures()[0] ?? '')).toMatchObject({
      msg: 'An identity request failed',
      err: { message: expect.any(String), stack: expect.stringContaining('    at ') },
    })
  })
})

test.each([
  ['an id that a proxy gave is kept, so that both logs can be read together', 'req-0123456789abcdef', true],
  ['a misleading one is replaced', 'x"} {"level":"error', false],
  ['one that is too long is replaced', 'a'.repeat(65), false],
])('%s', async (_rule, id, isKept) => {
  const api = await startApi(await openMemory(), () => [], log)
  ends.push(() => api.close())
  const { headers } = await api.request('GET', '/healthz', { headers: { 'x-request-id': id } })
  const answered = headers.get('x-request-id')
  expect(answered === id).toBe(isKept)
  expect(lines.some((line) => (JSON.parse(line) as { request?: string }).request === answered)).toBe(true)
})
