import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

const MINUTE = 60_000

describe.each(DATABASES)('Access token keys rotate, on %s', (_, open) => {
  const clock = createTestClock()
  let db: Database
  let server: AuthServer
  /** Another process on the same database. */
  let other: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now })
    other = await startAuthServer(db, { clock: clock.now })
  })
  afterAll(async () => {
    await server.close()
    await other.close()
    await db.close()
  })
  beforeEach(async () => {
    clock.advance(60 * MINUTE)
    await server.accounts.keys.removeRetired()
    await server.accounts.keys.prepare()
  })

  async function enter(at = server) {
    const client = at.device()
    const { data } = await client.signUp({ email: `person${++people}@example.org`, password: 'long enough' })
    const token = data.session?.access_token ?? ''
    return { client, token, kid: decodeProtectedHeader(token).kid }
  }
  const isTaken = async (token: string, at = server) =>
    (await at.request('/api/me', { headers: { authorization: `Bearer ${token}` } })).ok
  const published = async (at = server) => {
    const reply = await at.request('/auth/v1/.well-known/jwks.json')
    return ((await reply.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }

  test('publishes the next key before signing with it', async () => {
    const before = await published()
    expect(before).toHaveLength(2)
    const { kid } = await enter()
    await server.accounts.keys.rotate()
    const next = (await enter()).kid
    expect(next).not.toBe(kid)
    expect(before).toContain(next)
    expect(await published()).toHaveLength(3)
    expect((await server.accounts.keys.describe()).map(({ state }) => state)).toEqual(['previous', 'current', 'next'])
  })

  test('accepts the previous key’s signatures until they expire, then deletes the key', async () => {
    const { client, token, kid } = await enter()
    await server.accounts.keys.rotate()
    expect(await isTaken(token)).toBe(true)
    expect((await client.getClaims(token)).error, 'the client finds the key').toBeNull()
    expect((await client.refreshSession()).error, 'a session goes on').toBeNull()
    clock.advance(14 * MINUTE)
    expect(await isTaken(token)).toBe(true)
    clock.advance(3 * MINUTE)
    expect(await isTaken(token)).toBe(false)
    expect(await published()).not.toContain(kid)
    await server.accounts.keys.removeRetired()
    expect(JSON.stringify(await db.select().from(db.schema.signingKeys))).not.toContain(kid)
  })

  test('accepts the new key in another process at once, and signs with it there after ten seconds', async () => {
    const before = await enter(other)
    await server.accounts.keys.rotate()
    const mine = await enter()
    expect(await isTaken(mine.token, other)).toBe(true)
    clock.advance(10_000)
    expect((await enter(other)).kid).toBe(mine.kid)
    expect(await isTaken(before.token)).toBe(true)
  })

  test('verifies nothing with an expired key in any process, whatever its tokens claim', async () => {
    const { kid, key } = await server.accounts.keys.current()
    expect(key).toBeDefined()
    await other.accounts.keys.byKid(kid)
    await server.accounts.keys.rotate()
    clock.advance(17 * MINUTE)
    expect(await other.accounts.keys.byKid(kid)).toBeNull()
    expect(await server.accounts.keys.byKid(kid)).toBeNull()
  })

  test('encrypts the next key like the others', async () => {
    await server.accounts.keys.rotate()
    const rows = await db.select().from(db.schema.signingKeys)
    expect(rows.length).toBeGreaterThan(2)
    for (const { privateJwk } of rows) expect(Object.keys(privateJwk)).not.toContain('d')
  })
})
