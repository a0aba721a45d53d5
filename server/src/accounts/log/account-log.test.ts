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
  async function readLog(userId: string) {
    await server.logged()
    return server.accounts.accountLog.list(userId, 99)
  }
  const getLines = async (userId: string) =>
    (await readLog(userId)).map(({ kind, what }) => [kind.replace('account.', ''), what].filter(Boolean).join(' '))

  test('has the sign-ins of a user with devices, failures and changes, newest first', async () => {
    const { email, client, userId } = await newPerson()
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
    expect(await getLines(userId)).toEqual([
      'signed_out others',
      'email_changed',
      'password_changed',
      'signed_in password',
      'sign_in_failed password',
      ...(await getLines(userId)).slice(-2),
    ])
    expect((await getLines(userId)).slice(-2).toSorted()).toEqual(['signed_in password', 'signed_up'])
    const [first] = (await readLog(userId)).filter(({ kind }) => kind === 'account.signed_in').slice(-1)
    expect(first?.userAgent).toBe('node')
  })

  test('records a wrong password after its answer is sent, so the duration reveals nothing', async () => {
    const { email, userId } = await newPerson()
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
    expect(await getLines(userId)).toContain('sign_in_failed password')
  })

  test('records wrong second-factor codes', async () => {
    const { client, userId } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '000000' })
    expect(await getLines(userId)).toContain('sign_in_failed totp')
  })

  test('records a stolen refresh token that ended a session', async () => {
    const { client, userId } = await newPerson()
    const stolen = (await client.getSession()).data.session?.refresh_token ?? ''
    await client.refreshSession()
    clock.advance(60_000)
    const thief = await server.device().refreshSession({ refresh_token: stolen })
    expect(thief.error?.code).toBe('refresh_token_already_used')
    expect(await getLines(userId)).toContain('session_stolen refresh token')
  })

  test('records a failed sign-in without an account for no user', async () => {
    const before = await db.$count(db.schema.events)
    await server.device().signInWithPassword({ email: 'unknown@example.org', password: 'wrong' })
    await server.logged()
    expect(await db.$count(db.schema.events)).toBe(before)
  })

  test('keeps entries once, for a year, and deletes them with the account', async () => {
    const { userId } = await newPerson()
    await server.logged()
    const [entry] = await server.accounts.accountLog.list(userId, 1)
    if (!entry) throw new Error('nothing was noted')
    await server.accounts.accountLog.keep(entry)
    expect(await readLog(userId)).toHaveLength(2)
    const other = await newPerson()
    await server.logged()
    clock.advance(364 * DAY)
    await removeExpired(server.accounts)
    expect(await server.accounts.accountLog.list(userId, 9)).toHaveLength(2)
    await server.accounts.users.remove(userId)
    expect(await server.accounts.accountLog.list(userId, 9)).toEqual([])
    await server.accounts.accountLog.keep({ ...entry, id: 'delivered late' })
    clock.advance(2 * DAY)
    await removeExpired(server.accounts)
    expect(await server.accounts.accountLog.list(other.userId, 9)).toEqual([])
  })
})
