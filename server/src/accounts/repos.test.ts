import { jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { removeExpired } from './accounts.ts'
import { createGuessLimiter } from '../limits/guess-limiter.ts'
import { createTestClock } from './auth-server.testing.ts'
import { createFactorsRepo } from './factors/factors-repo.ts'
import { createKnownDevicesRepo } from './known-devices-repo.ts'
import { createSignInFlowsRepo } from './providers/sign-in-flows-repo.ts'
import { readAccount } from './read-account.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSpentProofsRepo } from './spent-proofs-repo.ts'
import { createSigningKeysRepo } from './sessions/signing-keys-repo.ts'
import { createSigningKeys } from './sessions/signing-keys.ts'
import { createOneTimeTokensRepo } from './one-time/one-time-tokens-repo.ts'
import { createAccountLogRepo } from './log/account-log-repo.ts'
import { createAuthorizationCodesRepo } from './sessions/tokens-repo.ts'
import { createUsersRepo } from './users-repo.ts'
import type { NewUser } from './sign-ups-repo.ts'

const NOW = new Date('2026-03-04T05:06:07.089Z')
const LATER = new Date('2026-03-04T06:00:00.000Z')

const draft = (id: string, fields: Partial<NewUser> = {}): NewUser => ({
  id,
  email: `${id}@example.org`,
  passwordHash: 'hash',
  userMetadata: {},
  confirmedAt: NOW,
  createdAt: NOW,
  ...fields,
})

const mailed = { codeHash: 'hash', target: 'ann@example.org', codeChallenge: null }
const entered = (id: string) => ({ id, secondFactor: false })

describe.each(BOTH_DATABASES)('Account storage in %s', (_, open) => {
  let db: Database

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('makes only the first account an operator’s', async () => {
    const users = createUsersRepo(db)
    const made = [await users.insert(draft('first')), await users.insert(draft('second'))]
    expect(made.map((user) => user?.isOperator)).toEqual([true, false])
  })

  test('finds an account by ID and address as it was stored', async () => {
    const users = createUsersRepo(db)
    const user = await users.insert(draft('ann', { userMetadata: { full_name: 'Ann', time_zone: 'Asia/Tokyo' } }))
    expect(user).toMatchObject({
      userMetadata: { full_name: 'Ann', time_zone: 'Asia/Tokyo' },
      createdAt: NOW,
      updatedAt: NOW,
      verifiedAt: null,
    })
    expect(await users.byId('ann')).toEqual(user)
    expect(await users.byEmail('ann@example.org')).toEqual(user)
    expect(await users.byEmail('ANN@example.org')).toBeNull()
    expect(await users.byId('missing')).toBeNull()
  })

  test('creates exactly one account for concurrent sign-ups with one address', async () => {
    const users = createUsersRepo(db)
    const made = await Promise.all(
      ['bo1', 'bo2', 'bo3'].map((id) => users.insert(draft(id, { email: 'bo@example.org' }))),
    )
    expect(made.filter((user) => user !== null)).toHaveLength(1)
  })

  test('makes exactly one of several concurrent first accounts an operator’s', async () => {
    const fresh = await open()
    const users = createUsersRepo(fresh)
    const pending = ['p1', 'p2', 'p3', 'p4']
    for (const id of pending) await users.insert(draft(id, { confirmedAt: null }))
    const made = await Promise.all([
      ...['n1', 'n2', 'n3', 'n4'].map((id) => users.insert(draft(id))),
      ...pending.map((id) => users.confirm(id, { passwordHash: 'hash' }, LATER)),
    ])
    expect(made.filter((user) => user?.isOperator)).toHaveLength(1)
    await fresh.close()
  })

  test('changes only the named fields', async () => {
    const users = createUsersRepo(db)
    const user = await users.insert(draft('cy'))
    expect(await users.update('cy', { verifiedAt: LATER }, LATER)).toEqual({
      ...user,
      verifiedAt: LATER,
      updatedAt: LATER,
    })
    expect(await users.update('missing', { verifiedAt: LATER }, LATER)).toBeNull()
  })

  test('creates at most one account from concurrent confirmations, and ends the other sign-ups', async () => {
    const users = createUsersRepo(db)
    const ids = ['dee1', 'dee2']
    const pending = { email: 'dee@example.org', confirmedAt: null }
    await users.insert(draft('dee1', pending))
    await users.insert(draft('dee2', { ...pending, passwordHash: null }))
    expect(await users.byEmail('dee@example.org')).toBeNull()
    const made = await Promise.allSettled(ids.map((id) => users.confirm(id, { passwordHash: id }, LATER)))
    const accounts = made.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []))
    expect(accounts).toEqual([await users.byEmail('dee@example.org')])
    expect(await users.getPending({ email: 'dee@example.org' })).toEqual([])
  })

  test('ends no sign-up for an account without address and number', async () => {
    const users = createUsersRepo(db)
    await users.insert(draft('eve', { confirmedAt: null }))
    await users.insert(draft('guest', { email: null, isAnonymous: true }), null)
    expect(await users.getPending({ email: 'eve@example.org' })).toMatchObject([{ id: 'eve' }])
  })

  test('accepts an emailed token once, in time and for its purpose, and stores only its hash', async () => {
    const tokens = createOneTimeTokensRepo(db)
    await createUsersRepo(db).insert(draft('fay'))
    const entry = { ...mailed, userId: 'fay', purpose: 'recovery', createdAt: NOW, expiresAt: LATER } as const
    await tokens.put('secret', entry)
    expect(JSON.stringify(await db.select().from(db.schema.oneTimeTokens))).not.toContain('secret')
    expect(await tokens.take('other', ['recovery'], NOW)).toBeNull()
    expect(await tokens.take('secret', ['signup'], NOW)).toBeNull()
    expect(await tokens.take('secret', ['recovery'], LATER)).toBeNull()
    const takers = await Promise.all([1, 2, 3].map(() => tokens.take('secret', ['recovery'], NOW)))
    expect(takers.filter((taken) => taken !== null)).toMatchObject([{ userId: 'fay' }])
  })

  test('accepts a code once, and stores only its hash', async () => {
    const codes = createAuthorizationCodesRepo(db)
    await createUsersRepo(db).insert(draft('flo'))
    const { session } = await createSessions({ db, clock: systemClock, mostDays: 180 }).open(entered('flo'), {
      method: 'password',
      userAgent: undefined,
    })
    await codes.insert('secret', {
      sessionId: session.id,
      handsOver: false,
      codeChallenge: 'challenge',
      createdAt: NOW,
      expiresAt: LATER,
    })
    expect(JSON.stringify(await db.select().from(db.schema.authorizationCodes))).not.toContain('secret')
    expect(await codes.take('other')).toBeNull()
    const takers = await Promise.all([1, 2, 3].map(() => codes.take('secret')))
    expect(takers.filter((taken) => taken !== null)).toMatchObject([
      { sessionId: session.id, codeChallenge: 'challenge', expiresAt: LATER },
    ])
  })

  test('gives concurrent uses of a refresh token one successor each, all in one session', async () => {
    const sessions = createSessions({ db, clock: () => NOW, mostDays: 180 })
    await createUsersRepo(db).insert(draft('gil'))
    const opened = await sessions.open(entered('gil'), { method: 'password', userAgent: 'x'.repeat(1000) })
    const rotated = await Promise.all([1, 2, 3].map(() => sessions.rotate(opened.refreshToken)))
    expect(new Set(rotated.map((next) => next.refreshToken)).size).toBe(3)
    expect(new Set(rotated.map((next) => next.session.id))).toEqual(new Set([opened.session.id]))
    expect(rotated[0]?.session).toEqual(opened.session)
  })

  test('requires exactly the remaining factors after concurrent changes', async () => {
    const [users, factors] = [createUsersRepo(db), createFactorsRepo(db)]
    const factor = (userId: string, name: string) => ({
      id: `${userId} ${name}`,
      userId,
      kind: 'totp' as const,
      friendlyName: name,
      status: 'unverified' as const,
      phone: null,
      secret: null,
      createdAt: NOW,
    })
    const asks: Record<string, boolean | undefined> = {}
    for (let round = 0; round < 20; round += 1) {
      const userId = `twice-${round}`
      await users.insert(draft(userId))
      const [one, two, three] = ['one', 'two', 'three'].map((name) => factor(userId, name))
      if (!one || !two || !three) throw new Error('unreachable')
      for (const each of [one, two, three]) await factors.insert(each)
      for (const each of [one, two]) await factors.verify(each, NOW)
      await Promise.all([one, two].map((each) => factors.remove({ ...each, status: 'verified' }, NOW)))
      asks[`${round} without any`] = (await users.byId(userId))?.secondFactor
      await factors.insert(one)
      await factors.verify(one, NOW)
      await Promise.all([factors.remove({ ...one, status: 'verified' }, NOW), factors.verify(three, NOW)])
      asks[`${round} with one`] = (await users.byId(userId))?.secondFactor
    }
    const wrong = Object.entries(asks).filter(([round, isAsked]) => isAsked !== round.endsWith('one'))
    expect(wrong).toEqual([])
  })

  test('deletes expired rows and keeps the others', async () => {
    const clock = createTestClock()
    const sessions = createSessions({ db, clock: clock.now, mostDays: 180 })
    const oneTimeTokens = createOneTimeTokensRepo(db)
    const authorizationCodes = createAuthorizationCodesRepo(db)
    await createUsersRepo(db).insert(draft('hal'))
    const { session } = await sessions.open(entered('hal'), { method: 'otp', userAgent: undefined })
    await db.insert(db.schema.sessions).values({ id: 'over', userId: 'hal', expiresAt: NOW })
    await oneTimeTokens.put('over', { ...mailed, userId: 'hal', purpose: 'signup', createdAt: NOW, expiresAt: NOW })
    await authorizationCodes.insert('over', {
      sessionId: session.id,
      handsOver: false,
      codeChallenge: 'x',
      createdAt: NOW,
      expiresAt: NOW,
    })
    const opened = await sessions.open(entered('hal'), { method: 'otp', userAgent: undefined })
    await sessions.rotate(opened.refreshToken)
    clock.advance(31 * 24 * 60 * 60_000)
    await removeExpired({
      users: createUsersRepo(db),
      sessions,
      oneTimeTokens,
      authorizationCodes,
      knownDevices: createKnownDevicesRepo(db),
      factors: createFactorsRepo(db),
      flows: createSignInFlowsRepo(db),
      guesses: createGuessLimiter({ db, clock: clock.now, secretKey: 'a secret' }),
      spentProofs: createSpentProofsRepo(db),
      keys: signingKeys(),
      accountLog: createAccountLogRepo(db),
      clock: clock.now,
    })
    expect((await db.select().from(db.schema.sessions)).map((row) => row.id)).not.toContain('over')
    expect(await db.select().from(db.schema.oneTimeTokens)).toEqual([])
    expect(await db.select().from(db.schema.authorizationCodes)).toEqual([])
    expect(await sessions.read(session.id)).toEqual(session)
    await expect(sessions.rotate(opened.refreshToken)).rejects.toMatchObject({ code: 'refresh_token_not_found' })
  })

  const signingKeys = (secretKey = 'a secret of this server, 32 characters') =>
    createSigningKeys({ repo: createSigningKeysRepo(db), clock: systemClock, secretKey, tokenMs: 900_000 })

  test('agrees on one signing key when processes start together, and accepts all signatures', async () => {
    const [one, other] = [signingKeys(), signingKeys()]
    const early = await Promise.all([one.current(), other.current()])
    expect((await one.current()).kid).toBe((await other.current()).kid)
    for (const { kid } of early) expect([await one.byKid(kid), await other.byKid(kid)]).not.toContain(null)
    expect(await one.byKid('unknown')).toBeNull()
    expect(JSON.stringify(await one.jwks())).not.toContain('"d"')
  })

  test('stores private keys encrypted, and signs and verifies with them', async () => {
    const { kid, key } = await signingKeys().current()
    const token = await new SignJWT({ sub: 'hal' }).setProtectedHeader({ alg: 'ES256' }).sign(key)
    expect((await jwtVerify(token, (await signingKeys().byKid(kid)) ?? new Uint8Array())).payload.sub).toBe('hal')
    const rows = await db.select({ jwk: db.schema.signingKeys.privateJwk }).from(db.schema.signingKeys)
    expect(rows.length).toBeGreaterThan(0)
    for (const { jwk } of rows) expect(Object.keys(jwk)).not.toContain('d')
  })

  test('neither signs nor verifies with earlier keys under another secret', async () => {
    const { kid } = await signingKeys().current()
    const changed = signingKeys('another secret of this server, 32 chars')
    expect(await changed.byKid(kid)).toBeNull()
    expect((await changed.current()).kid).not.toBe(kid)
    expect((await changed.jwks()).keys).toHaveLength(1)
    expect((await signingKeys().current()).kid).toBe(kid)
  })

  test('gives other features an account with a valid time zone', async () => {
    const users = createUsersRepo(db)
    expect(await readAccount({ users }, 'ann')).toEqual({
      id: 'ann',
      email: 'ann@example.org',
      fullName: 'Ann',
      timeZone: 'Asia/Tokyo',
    })
    await users.insert(draft('ida', { userMetadata: { time_zone: 'Mars/Olympus' } }))
    expect((await readAccount({ users }, 'ida')).timeZone).toBe('UTC')
    await expect(readAccount({ users }, 'missing')).rejects.toMatchObject({ code: 'not_found' })
  })
})
