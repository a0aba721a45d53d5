import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import { codeIn, createMailbox, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'

const PASSWORD = 'long enough'
/** Each round hits the race by chance: on PostgreSQL about every second one did. */
const ROUNDS = 8

/** A concurrent request removes what another one needs. */
describe.each(DATABASES)('Concurrent requests, on %s', (_, open) => {
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { mailer: mailbox })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const mailsTo = async (to: string) => {
    await server.mailed()
    return mailbox.mails.filter((mail) => mail.to === to)
  }
  const newAddress = () => `person${++people}@example.org`
  /** Sends each request from a new IP address. */
  let clients = 0
  const ask = async (
    path: string,
    { json, token = '', method = 'POST' }: { json?: unknown; token?: string; method?: string },
  ) => {
    const headers = {
      'x-forwarded-for': `192.0.${++clients >> 8}.${clients & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const reply = await server.request(`/auth/v1${path}`, { method, headers, ...body })
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, string> }
  }
  const follow = (token_hash: string, type: string) => ask('/verify', { json: { type, token_hash } })

  async function newOwner() {
    const email = newAddress()
    await ask('/signup', { json: { email, password: PASSWORD } })
    const token = codeIn((await mailsTo(email)).at(-1))
    const { body } = await ask('/verify', { json: { type: 'signup', email, token } })
    return { email, token: body['access_token'] ?? '', refreshToken: body['refresh_token'] ?? '' }
  }

  test('end a session that is refreshed and ended at once, without an error', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { token, refreshToken } = await newOwner()
      const refresh = () => ask('/token?grant_type=refresh_token', { json: { refresh_token: refreshToken } })
      const [ended, ...refreshed] = await Promise.all([
        ask('/logout?scope=global', { token }),
        ...Array.from({ length: 4 }, refresh),
      ])
      expect(ended.status).toBe(204)
      for (const { status } of refreshed) expect([200, 400, 403]).toContain(status)
      expect((await refresh()).status).toBe(400)
    }
  })

  test('remove a factor that is challenged and removed at once, without an error', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { token } = await newOwner()
      const { body } = await ask('/factors', { json: { factor_type: 'totp' }, token })
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => ask(`/factors/${body['id']}/challenge`, { json: {}, token })),
        ask(`/factors/${body['id']}`, { token, method: 'DELETE' }),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
    }
  })

  test('give an address to only one of two users who confirm it, without an error', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const wanted = newAddress()
      const { email, token } = await newOwner()
      await ask('/user', { json: { email: wanted }, token, method: 'PUT' })
      await ask('/signup', { json: { email: wanted, password: PASSWORD } })
      const change = (await mailsTo(email)).map(linkIn).findLast(({ type }) => type === 'email_change')
      await follow(change?.token_hash ?? '', 'email_change')
      const links = (await mailsTo(wanted)).map(linkIn)
      expect(links.map(({ type }) => type).toSorted()).toEqual(['email_change', 'signup'])
      const answers = await Promise.all(links.map(({ token_hash, type }) => follow(token_hash, type)))
      for (const { status } of answers) expect([200, 403, 422]).toContain(status)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})
