import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES, openMemory } from '../testing/databases.ts'
import { removeExpired } from './accounts.ts'
import {
  codeIn,
  createMailbox,
  createPhone,
  createTestClock,
  linkIn,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'

const OWNERS = 'the owner’s password'
const STRANGERS = 'the stranger’s password'
const FIVE_MINUTES = 5 * 60_000
const DAY = 24 * 60 * 60_000

describe.each(BOTH_DATABASES)('Unconfirmed sign-ups, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  const phone = createPhone()
  let db: Database
  let server: AuthServer
  let people = 0
  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox, sms: phone })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const newAddress = () => `person${++people}@example.org`
  const newNumber = () => `+1555${String(++people).padStart(7, '0')}`
  const lastMail = async (to: string) => {
    await server.mailed()
    return mailbox.mails.findLast((mail) => mail.to === to)
  }
  /** The email that a request sends. */
  async function mailAfter(email: string, ask: () => Promise<{ error: unknown }>) {
    await server.mailed()
    const before = mailbox.mails.length
    expect((await ask()).error).toBeNull()
    await server.mailed()
    return mailbox.mails.slice(before).find(({ to }) => to === email)
  }
  const signUp =
    (email: string, password: string, full_name = 'Cy') =>
    () =>
      server.device().signUp({ email, password, options: { data: { full_name } } })
  const textAfter = async (ask: () => Promise<{ error: unknown }>) => {
    expect((await ask()).error).toBeNull()
    await server.accounts.background.settled()
    return codeIn(phone.messages.at(-1))
  }
  const confirm = (token_hash: string) => server.device().verifyOtp({ type: 'signup', token_hash })
  const outcome = async (login: { email: string } | { phone: string }, password: string) =>
    (await server.device().signInWithPassword({ ...login, password })).error?.code ?? 'signed in'

  test.each([
    { asked: 'signed up', ask: (email: string) => signUp(email, OWNERS) },
    { asked: 'asked for a link', ask: (email: string) => () => server.device().signInWithOtp({ email }) },
  ])('confirms no password with the newest email when a stranger signed up after the owner $asked', async ({ ask }) => {
    const email = newAddress()
    await mailAfter(email, ask(email))
    const { type, token_hash } = linkIn(await mailAfter(email, signUp(email, STRANGERS)))
    expect(type).toBe('magiclink')
    const { data } = await server.device().verifyOtp({ type: 'magiclink', token_hash })
    expect(data.user).toMatchObject({ email, has_password: false })
    for (const password of [OWNERS, STRANGERS]) expect(await outcome({ email }, password)).toBe('invalid_credentials')
  })

  test('confirms the name but no password with the first link after another sign-up', async () => {
    const email = newAddress()
    const first = linkIn(await mailAfter(email, signUp(email, STRANGERS, 'First'))).token_hash
    const later = linkIn(await mailAfter(email, signUp(email, OWNERS, 'Later'))).token_hash
    expect(await outcome({ email }, STRANGERS)).toBe('email_not_confirmed')
    expect(await outcome({ email }, OWNERS)).toBe('invalid_credentials')
    const { user } = (await confirm(first)).data
    expect(user).toMatchObject({ has_password: false, user_metadata: { full_name: 'First' } })
    expect((await server.device().verifyOtp({ type: 'magiclink', token_hash: later })).error?.code).toBe('otp_expired')
    for (const password of [OWNERS, STRANGERS]) expect(await outcome({ email }, password)).toBe('invalid_credentials')
  })

  test('emails a link that confirms the password when the same sign-up is repeated', async () => {
    const email = newAddress()
    await mailAfter(email, signUp(email, OWNERS))
    const { type, token_hash } = linkIn(await mailAfter(email, signUp(email, OWNERS)))
    expect(type).toBe('signup')
    expect((await confirm(token_hash)).data.user).toMatchObject({ has_password: true })
    expect(await outcome({ email }, OWNERS)).toBe('signed in')
  })

  test('keeps a password for at most one of several concurrent sign-ups', async () => {
    const [email, number] = [newAddress(), newNumber()]
    const passwords = ['password one', 'password two', 'password three']
    const each = (login: { email: string } | { phone: string }) =>
      Promise.all(passwords.map((password) => server.device().signUp({ ...login, password })))
    await each({ email })
    await each({ phone: number })
    await server.accounts.background.settled()
    for (const login of [{ email }, { phone: number }]) {
      const pending = await server.accounts.users.getPending(login)
      expect(pending.filter(({ passwordHash }) => passwordHash !== null)).toHaveLength(1)
    }
  })

  test.each(['magiclink', 'recovery'] as const)(
    'confirms the address without any password with a %s link',
    async (type) => {
      const email = newAddress()
      const owner = server.device()
      await mailAfter(email, signUp(email, STRANGERS))
      await mailAfter(email, signUp(email, 'another stranger’s'))
      const mail = await mailAfter(email, () =>
        type === 'recovery' ? owner.resetPasswordForEmail(email) : owner.signInWithOtp({ email }),
      )
      const { data, error } = await owner.verifyOtp({ type, token_hash: linkIn(mail).token_hash })
      expect([data.user?.email, error]).toEqual([email, null])
      for (const password of [STRANGERS, 'another stranger’s'])
        expect(await outcome({ email }, password)).toBe('invalid_credentials')
    },
  )

  test('confirms no password with an emailed code when a code was requested without one', async () => {
    const email = newAddress()
    await mailAfter(email, () => server.device().signInWithOtp({ email }))
    const token = codeIn(await mailAfter(email, signUp(email, STRANGERS)))
    expect((await server.device().verifyOtp({ email, token, type: 'email' })).error).toBeNull()
    expect(await outcome({ email }, STRANGERS)).toBe('invalid_credentials')
  })

  test('keeps the earlier link valid, without a password, after a sign-up that sends no email', async () => {
    const email = newAddress()
    const first = linkIn(await mailAfter(email, signUp(email, STRANGERS))).token_hash
    for (let round = 0; round < 2; round += 1)
      await mailAfter(email, () => server.device().resetPasswordForEmail(email))
    expect(await mailAfter(email, signUp(email, OWNERS))).toBeUndefined()
    expect((await confirm(first)).data.user).toMatchObject({ has_password: false })
    for (const password of [OWNERS, STRANGERS]) expect(await outcome({ email }, password)).toBe('invalid_credentials')
  })

  test('confirms the password with a resent email for one sign-up, and none for several', async () => {
    const [one, several] = [newAddress(), newAddress()]
    const resend = (email: string) => () => server.device().resend({ type: 'signup', email })
    await mailAfter(one, signUp(one, OWNERS))
    expect((await confirm(linkIn(await mailAfter(one, resend(one))).token_hash)).error).toBeNull()
    expect(await outcome({ email: one }, OWNERS)).toBe('signed in')

    await mailAfter(several, signUp(several, OWNERS))
    await mailAfter(several, signUp(several, STRANGERS))
    const { type, token_hash } = linkIn(await mailAfter(several, resend(several)))
    expect((await server.device().verifyOtp({ type: type as 'magiclink', token_hash })).error).toBeNull()
    for (const password of [OWNERS, STRANGERS])
      expect(await outcome({ email: several }, password)).toBe('invalid_credentials')
  })

  test.each([
    { order: 'before', typed: 'first' },
    { order: 'before', typed: 'second' },
    { order: 'after', typed: 'second' },
  ])(
    'confirms no password with the $typed text of a sign-up $order a code was requested without one',
    async ({ order, typed }) => {
      const number = newNumber()
      const asks = [
        () => server.device().signInWithOtp({ phone: number }),
        () => server.device().signUp({ phone: number, password: STRANGERS }),
      ]
      if (order === 'before') asks.reverse()
      const codes: string[] = []
      for (const ask of asks) codes.push(await textAfter(ask))
      const token = codes[typed === 'first' ? 0 : 1] ?? ''
      const { data } = await server.device().verifyOtp({ phone: number, token, type: 'sms' })
      expect(data.user?.phone).toBe(number)
      expect(await outcome({ phone: number }, STRANGERS)).toBe('invalid_credentials')
    },
  )

  test.each(['first', 'second'])(
    'confirms no password with the %s text when two people signed up with the number',
    async (typed) => {
      const number = newNumber()
      const first = await textAfter(() => server.device().signUp({ phone: number, password: OWNERS }))
      const second = await textAfter(() => server.device().signUp({ phone: number, password: STRANGERS }))
      const token = typed === 'first' ? first : second
      const other = typed === 'first' ? second : first
      expect((await server.device().verifyOtp({ phone: number, token, type: 'sms' })).error).toBeNull()
      const late = await server.device().verifyOtp({ phone: number, token: other, type: 'sms' })
      expect(late.error?.code).toBe('otp_expired')
      for (const password of [OWNERS, STRANGERS])
        expect(await outcome({ phone: number }, password)).toBe('invalid_credentials')
    },
  )

  test('ends sign-ups with an address or number when an account changes to it', async () => {
    const own = newAddress()
    const client = server.device()
    const mail = await mailAfter(own, signUp(own, OWNERS))
    await client.verifyOtp({ type: 'signup', token_hash: linkIn(mail).token_hash })

    const number = newNumber()
    const strangers = await textAfter(() => server.device().signUp({ phone: number, password: STRANGERS }))
    const token = await textAfter(() => client.updateUser({ phone: number }))
    const proved = await server.device().verifyOtp({ phone: number, token, type: 'phone_change' })
    expect(proved.data.user?.phone).toBe(number)
    const late = await server.device().verifyOtp({ phone: number, token: strangers, type: 'sms' })
    expect(late.error?.code).toBe('otp_expired')

    const email = newAddress()
    const before = linkIn(await mailAfter(email, signUp(email, STRANGERS))).token_hash
    const toNew = linkIn(await mailAfter(email, () => client.updateUser({ email }))).token_hash
    const after = linkIn(await mailAfter(email, signUp(email, 'another stranger’s'))).token_hash
    await client.verifyOtp({ type: 'email_change', token_hash: toNew })
    const { token_hash } = linkIn(await lastMail(own))
    expect((await client.verifyOtp({ type: 'email_change', token_hash })).data.user?.email).toBe(email)
    expect((await confirm(before)).error?.code).toBe('otp_expired')
    expect((await server.device().verifyOtp({ type: 'magiclink', token_hash: after })).error?.code).toBe('otp_expired')
    expect(await outcome({ email }, STRANGERS)).toBe('invalid_credentials')
    expect(await outcome({ email }, OWNERS)).toBe('signed in')
  })

  test('expires them after a day', async () => {
    const [email, number] = [newAddress(), newNumber()]
    await mailAfter(email, signUp(email, STRANGERS))
    await textAfter(() => server.device().signUp({ phone: number, password: STRANGERS }))
    clock.advance(DAY - FIVE_MINUTES)
    await removeExpired(server.accounts)
    expect(await outcome({ email }, STRANGERS)).toBe('email_not_confirmed')
    clock.advance(FIVE_MINUTES)
    await removeExpired(server.accounts)
    expect(await outcome({ email }, STRANGERS)).toBe('invalid_credentials')
    expect(await server.accounts.users.getPending({ phone: number })).toEqual([])
  })
})

describe('A server that starts sending email', () => {
  const clock = createTestClock()
  const outbox = createMailbox({ sends: false })
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let before: AuthServer
  let server: AuthServer
  beforeAll(async () => {
    db = await openMemory()
    before = await startAuthServer(db, { clock: clock.now, mailer: outbox })
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox })
  })
  afterAll(async () => {
    await before.close()
    await server.close()
    await db.close()
  })

  async function enterByMail(email: string) {
    const client = server.device()
    await client.signInWithOtp({ email })
    await server.mailed()
    const { token_hash } = linkIn(mailbox.mails.findLast(({ to }) => to === email))
    expect((await client.verifyOtp({ type: 'magiclink', token_hash })).error).toBeNull()
    return client
  }

  test('keeps the operator’s password; other accounts lose password and sessions on first verification', async () => {
    const [operator, other] = [before.device(), before.device()]
    await operator.signUp({ email: 'op@example.org', password: OWNERS })
    await other.signUp({ email: 'person@example.org', password: STRANGERS })
    await enterByMail('op@example.org')
    const client = await enterByMail('person@example.org')

    expect((await operator.refreshSession()).error).toBeNull()
    expect((await server.device().signInWithPassword({ email: 'op@example.org', password: OWNERS })).error).toBeNull()
    expect((await other.refreshSession()).error?.code).toBe('refresh_token_not_found')
    const login = { email: 'person@example.org', password: STRANGERS }
    expect((await server.device().signInWithPassword(login)).error?.code).toBe('invalid_credentials')

    expect((await client.updateUser({ password: OWNERS })).error, 'the next proof discards nothing').toBeNull()
    await enterByMail('person@example.org')
    expect((await client.refreshSession()).error).toBeNull()
    expect((await server.device().signInWithPassword({ ...login, password: OWNERS })).error).toBeNull()
  })

  test('keeps the operator’s sign-in methods; other accounts lose theirs on first verification', async () => {
    const { users, identities, webauthnKeys, factors } = server.accounts
    const createdAt = clock.now()
    async function addWaysIn(email: string) {
      const user = await users.byEmail(email)
      if (!user) throw new Error(`There is no ${email}`)
      const [id, userId] = [`way in of ${email}`, user.id]
      await users.update(userId, { phone: email === 'op@example.org' ? '+15550000001' : '+15550000002' }, createdAt)
      await identities.insert({ id, userId, provider: 'x', subject: id, data: {}, lastSignInAt: null, createdAt })
      await factors.insert({
        id,
        userId,
        kind: 'totp',
        friendlyName: null,
        status: 'verified',
        phone: null,
        secret: null,
        createdAt,
      })
      const key = { publicKey: '', counter: 0, transports: [], friendlyName: null, lastUsedAt: null, createdAt }
      await webauthnKeys.insert({ ...key, id, userId, factorId: null, credentialId: id })
      return async () => [
        (await identities.list(userId)).length,
        (await webauthnKeys.listAll(userId)).length,
        (await factors.list(userId)).length,
        (await users.byId(userId))?.phone ?? null,
      ]
    }
    await before.device().signUp({ email: 'held@example.org', password: STRANGERS })
    const [operators, others] = [await addWaysIn('op@example.org'), await addWaysIn('held@example.org')]
    await enterByMail('op@example.org')
    await enterByMail('held@example.org')
    expect(await operators()).toEqual([1, 1, 1, '+15550000001'])
    expect(await others()).toEqual([0, 0, 0, null])
  })
})

test('makes the first confirmed account the operator, even if another signed up before', async () => {
  const mailbox = createMailbox({ sends: true })
  const db = await openMemory()
  const server = await startAuthServer(db, { mailer: mailbox })
  for (const email of ['mistyped@example.org', 'op@example.org', 'later@example.org']) {
    await server.device().signUp({ email, password: OWNERS })
    await server.mailed()
  }
  const confirm = async (email: string) => {
    const { token_hash } = linkIn(mailbox.mails.find(({ to }) => to === email))
    await server.device().verifyOtp({ type: 'signup', token_hash })
    return (await server.accounts.users.byEmail(email))?.isOperator
  }
  expect([await confirm('op@example.org'), await confirm('later@example.org')]).toEqual([true, false])
  await server.close()
  await db.close()
})
