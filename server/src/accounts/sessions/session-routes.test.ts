import { accountSessionsSchema, SESSION_PATHS } from '@callfolio/shared/contract/accounts/sessions.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

const PASSWORD = 'long enough'
const MINUTE_MS = 60 * 1000

describe.each(DATABASES)('The list of sessions on %s', (_, open) => {
  const clock = createTestClock()
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, sessionDays: 2 })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function newPerson() {
    const email = `person${++people}@example.org`
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    const another = async () => {
      const device = server.device()
      await device.signInWithPassword({ email, password: PASSWORD })
      return device
    }
    return { client, another }
  }
  const getHeaders = async (client: GoTrueClient) => ({
    authorization: `Bearer ${(await client.getSession()).data.session?.access_token ?? ''}`,
  })
  const list = async (client: GoTrueClient) => {
    const reply = await server.request(SESSION_PATHS.list, { headers: await getHeaders(client) })
    return accountSessionsSchema.parse(await reply.json()).sessions
  }
  const end = async (client: GoTrueClient, id: string) =>
    (await server.request(SESSION_PATHS.one(id), { method: 'DELETE', headers: await getHeaders(client) })).status

  test('lists device and last use, most recent first, and marks the current session', async () => {
    const { client, another } = await newPerson()
    const begun = clock.now()
    clock.advance(5 * MINUTE_MS)
    await another()
    expect(await list(client)).toMatchObject([
      { current: false, extension: false },
      { current: true, user_agent: expect.stringMatching(/\S/) },
    ])
    clock.advance(5 * MINUTE_MS)
    await client.refreshSession()
    const [own] = await list(client)
    expect(own?.current).toBe(true)
    expect(Date.parse(own?.last_used_at ?? '') - begun.getTime()).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    expect(Date.parse(own?.created_at ?? '') - begun.getTime()).toBeLessThan(5 * MINUTE_MS)
  })

  test('ends one of the user’s sessions at once, and never another user’s', async () => {
    const { client, another } = await newPerson()
    const device = await another()
    const stranger = (await newPerson()).client
    const [other] = (await list(client)).filter(({ current }) => !current)
    expect(await end(stranger, other?.id ?? '')).toBe(404)
    expect((await device.getUser()).error).toBeNull()
    expect(await end(client, other?.id ?? '')).toBe(204)
    expect((await device.getUser()).error).not.toBeNull()
    expect(await end(client, other?.id ?? ''), 'it is over').toBe(404)
    expect(await list(client)).toHaveLength(1)
  })

  test('leaves out a session that is too old to continue', async () => {
    const { client, another } = await newPerson()
    const before = await list(client)
    clock.advance(49 * 60 * MINUTE_MS)
    const late = await another()
    expect((await list(late)).map(({ id }) => id)).not.toContain(before[0]?.id)
  })

  test('lets a session without its second factor neither list nor end others', async () => {
    const { client, another } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone: '+15550001111' })
    const factor = await server.accounts.factors.find((await client.getUser()).data.user?.id ?? '', data?.id ?? '')
    if (!factor) throw new Error('no factor')
    await server.accounts.factors.verify(factor, clock.now())
    const device = await another()
    const reply = await server.request(SESSION_PATHS.list, { headers: await getHeaders(device) })
    expect(reply.status).toBe(403)
    expect(await end(device, 'any')).toBe(403)
  })
})
