import { ACCOUNT_LOG_PATH, accountLogSchema } from '@callfolio/shared/contract/accounts/account-log.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { removeExpired } from '../accounts.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

const PASSWORD = 'long enough'
const DAY = 24 * 60 * 60_000

describe.each(DATABASES)('What happened to an account, on %s', (_, open) => {
  const clock = createTestClock()
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function newPerson() {
    const email = `person${++people}@example.org`
    const client = server.device()
    const { data } = await client.signUp({ email, password: PASSWORD })
    return { email, client, userId: data.user?.id ?? '' }
  }
  async function readLog(client: GoTrueClient, query = '') {
    await server.logged()
    const token = (await client.getSession()).data.session?.access_token
    const reply = await server.request(ACCOUNT_LOG_PATH + query, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(200)
    return accountLogSchema.parse(await reply.json())
  }
  const getLines = async (client: GoTrueClient) =>
    (await readLog(client)).entries.map(({ kind, what }) => (what === null ? kind : `${kind} ${what}`))

  test('shows users their own sign-ins with devices, failures and changes, newest first', async () => {
    const { email, client } = await newPerson()
    await newPerson()
    const passes: (() => Promise<unknown>)[] = [
      () => server.device().signInWithPassword({ email, password: 'wrong' }),
      () => server.device().signInWithPassword({ email, password: PASSWORD }),
      () => client.updateUser({ password: 'another one', current_password: PASSWORD }),
      () => client.updateUser({ email: `new${email}` }),
      () => client.signOut({ scope: 'others' }),
    ]
    for (const pass of passes) {
      clock.advance(1000)
      await pass()
      await server.logged()
    }
    expect(await getLines(client)).toEqual([
      'signed_out others',
      'email_changed',
      'password_changed',
      'signed_in password',
      'sign_in_failed password',
      ...(await getLines(client)).slice(-2),
    ])
    expect((await getLines(client)).slice(-2).toSorted()).toEqual(['signed_in password', 'signed_up'])
    const [first] = (await readLog(client)).entries.filter(({ kind }) => kind === 'signed_in').slice(-1)
    expect(first?.user_agent).toBe('node')
  })

  test('records a wrong password after its answer is sent, so the duration reveals nothing', async () => {
    const { email, client } = await newPerson()
    await server.logged()
    const happened = () => db.$count(db.schema.events)
    const before = await happened()
    const { background } = server.accounts
    const paused: { ms: number; goOn: () => void }[] = []
    server.accounts.background = {
      ...background,
      pause: (ms) => new Promise((resolve) => void paused.push({ ms, goOn: resolve })),
    }
    try {
      const { error } = await server.device().signInWithPassword({ email, password: 'wrong' })
      expect(error?.code).toBe('invalid_credentials')
      expect(paused.map(({ ms }) => ms)).toEqual([150])
      expect(await happened()).toBe(before)
    } finally {
      server.accounts.background = background
      for (const { goOn } of paused) goOn()
    }
    await server.logged()
    expect(await getLines(client)).toContain('sign_in_failed password')
  })

  test('records wrong second-factor codes', async () => {
    const { client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '000000' })
    expect(await getLines(client)).toContain('sign_in_failed totp')
  })

  test('records a stolen refresh token that ended a session', async () => {
    const { email, client } = await newPerson()
    const stolen = (await client.getSession()).data.session?.refresh_token ?? ''
    await client.refreshSession()
    clock.advance(60_000)
    const thief = await server.device().refreshSession({ refresh_token: stolen })
    expect(thief.error?.code).toBe('refresh_token_already_used')
    const again = server.device()
    await again.signInWithPassword({ email, password: PASSWORD })
    expect(await getLines(again)).toContain('session_stolen refresh token')
  })

  test('records a failed sign-in without an account for no user', async () => {
    const before = await db.$count(db.schema.events)
    await server.device().signInWithPassword({ email: 'unknown@example.org', password: 'wrong' })
    await server.logged()
    expect(await db.$count(db.schema.events)).toBe(before)
  })

  test('returns a long log in pages', async () => {
    const { client, userId } = await newPerson()
    await server.logged()
    for (let i = 0; i < 60; i++) {
      clock.advance(1)
      const entry = { id: `${userId} ${i}`, userId, kind: 'account.signed_in', what: 'otp', userAgent: null }
      await server.accounts.accountLog.keep({ ...entry, createdAt: clock.now() })
    }
    const first = await readLog(client)
    expect(first.entries).toHaveLength(50)
    const rest = await readLog(client, `?before=${first.next}`)
    expect(rest.next).toBeNull()
    const ids = [...first.entries, ...rest.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(62)
  })

  test('keeps entries once, for a year, and deletes them with the account', async () => {
    const { client, userId } = await newPerson()
    await server.logged()
    const [entry] = await server.accounts.accountLog.list(userId, { before: null, limit: 1 })
    if (!entry) throw new Error('nothing was noted')
    await server.accounts.accountLog.keep(entry)
    expect((await readLog(client)).entries).toHaveLength(2)
    const other = await newPerson()
    await server.logged()
    clock.advance(364 * DAY)
    await removeExpired(server.accounts)
    expect(await server.accounts.accountLog.list(userId, { before: null, limit: 9 })).toHaveLength(2)
    await server.accounts.users.remove(userId)
    expect(await server.accounts.accountLog.list(userId, { before: null, limit: 9 })).toEqual([])
    await server.accounts.accountLog.keep({ ...entry, id: 'delivered late' })
    clock.advance(2 * DAY)
    await removeExpired(server.accounts)
    expect(await server.accounts.accountLog.list(other.userId, { before: null, limit: 9 })).toEqual([])
  })
})
