import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import {
  codeIn,
  createMailbox,
  createPhone,
  createTestClock,
  startAuthServer,
  type AuthServer,
} from '../auth-server.testing.ts'
import { listFactorFacts, removeAsOperator } from './factors.ts'
import { totp } from './totp.testing.ts'

const PASSWORD = 'long enough'

describe.each(DATABASES)('Second factors on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: false })
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

  async function newPerson() {
    const email = `person${++people}@example.org`
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    return { email, client }
  }
  async function withTotp() {
    const person = await newPerson()
    const { data, error } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
    if (error) throw error
    const answer = { factorId: data.id, code: totp(data.totp.secret, clock.now()) }
    expect((await person.client.mfa.challengeAndVerify(answer)).error).toBeNull()
    // The code of this time step is used up.
    clock.advance(30_000)
    return { ...person, factorId: data.id, secret: data.totp.secret }
  }
  const level = async (client: GoTrueClient) => (await client.mfa.getAuthenticatorAssuranceLevel()).data
  const api = async (client: GoTrueClient) => {
    const token = (await client.getSession()).data.session?.access_token
    return (await server.request('/api/me', { headers: { authorization: `Bearer ${token}` } })).status
  }

  test('adds an authenticator app by its code, with a sealed secret and a QR code image', async () => {
    const { client } = await newPerson()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine', issuer: 'Acme' })
    expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/Acme:person\d+(@|%40)example\.org\?.*secret=/)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    const secret = data?.totp.secret ?? ''
    expect(JSON.stringify(await db.select().from(db.schema.factors))).not.toContain(secret)
    expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const asked = await client.mfa.challenge({ factorId: data?.id ?? '' })
    const given = { factorId: data?.id ?? '', challengeId: asked.data?.id ?? '' }
    expect((await client.mfa.verify({ ...given, code: '000000' })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    const verified = await client.mfa.verify({ ...given, code: totp(secret, clock.now()) })
    expect(verified.error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await level(client)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ status: 'verified', friendly_name: 'Mine' }])
    await server.mailed()
    expect(mailbox.mails.at(-1)?.text).toContain('An authenticator app was added')
  })

  test('refuses an issuer with half a character, which the app’s URL can’t hold', async () => {
    const { client } = await newPerson()
    const { error } = await client.mfa.enroll({ factorType: 'totp', issuer: 'Acme\ud83d' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('accepts an app’s code once, and an answer to a challenge once', async () => {
    const { email, factorId, secret } = await withTotp()
    const client = server.device()
    await client.signInWithPassword({ email, password: PASSWORD })
    const code = totp(secret, clock.now())
    const asked = await client.mfa.challenge({ factorId })
    const given = { factorId, challengeId: asked.data?.id ?? '', code }
    expect((await client.mfa.verify(given)).error).toBeNull()
    expect((await client.mfa.verify(given)).error?.code).toBe('mfa_challenge_expired')
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed')
    const late = await client.mfa.challenge({ factorId })
    clock.advance(6 * 60_000)
    await client.refreshSession()
    const expired = { factorId, challengeId: late.data?.id ?? '', code: totp(secret, clock.now()) }
    expect((await client.mfa.verify(expired)).error?.code).toBe('mfa_challenge_expired')
  })

  test('refuses reads and changes in a session without the user’s second factor', async () => {
    const { email, factorId, secret } = await withTotp()
    const client = server.device()
    await client.signInWithPassword({ email, password: PASSWORD })
    expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    expect(await api(client)).toBe(403)
    const refused = { status: 403, code: 'insufficient_aal' }
    expect((await client.updateUser({ password: 'a new password' })).error).toMatchObject(refused)
    expect((await client.updateUser({ email: 'thief@example.org' })).error).toMatchObject(refused)
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(refused)
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(refused)
    expect((await client.passkey.startRegistration()).error).toMatchObject(refused)
    expect((await client.updateUser({ data: { full_name: 'Thief' } })).error).toMatchObject(refused)
    expect((await client.reauthenticate()).error).toMatchObject(refused)
    await client.mfa.challengeAndVerify({ factorId, code: totp(secret, clock.now()) })
    expect(await api(client)).toBe(200)
    await client.refreshSession()
    expect(await level(client), 'it lasts').toMatchObject({ currentLevel: 'aal2' })
  })

  test('lets a session without the second factor end only itself', async () => {
    const { email, client: owner } = await withTotp()
    const { data } = await server.device().signInWithPassword({ email, password: PASSWORD })
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const leave = async (scope: string) =>
      (await server.request(`/auth/v1/logout?scope=${scope}`, { method: 'POST', headers })).status
    expect([await leave('others'), await leave('global')]).toEqual([403, 204])
    expect((await server.request('/auth/v1/user', { headers })).status).toBe(403)
    expect(await api(owner)).toBe(200)
  })

  test('ends the other sessions without the new factor; after its removal, none needs it', async () => {
    const { email, client } = await newPerson()
    const other = server.device()
    await other.signInWithPassword({ email, password: PASSWORD })
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    if (data?.type !== 'totp') throw new Error('no app')
    await client.mfa.challengeAndVerify({ factorId: data.id, code: totp(data.totp.secret, clock.now()) })
    expect((await other.getUser()).error).not.toBeNull()
    expect((await client.mfa.unenroll({ factorId: data.id })).error).toBeNull()
    await other.signInWithPassword({ email, password: PASSWORD })
    expect(await api(other)).toBe(200)
  })

  test('denies access to another user’s factor', async () => {
    const { factorId } = await withTotp()
    const { client } = await newPerson()
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await client.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
  })

  test('refuses two factors with one name, except one whose setup never finished', async () => {
    const { client } = await withTotp()
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
    expect(again.error?.code).toBe('mfa_factor_name_conflict')
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toBeNull()
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).error).toBeNull()
  })

  test('accepts a phone as a factor by its texted code', async () => {
    const { client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone: '+15550001111' })
    const asked = await client.mfa.challenge({ factorId: data?.id ?? '', channel: 'sms' })
    expect(phone.messages.at(-1)?.to).toBe('+15550001111')
    const given = { factorId: data?.id ?? '', challengeId: asked.data?.id ?? '' }
    const code = codeIn(phone.messages.at(-1))
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await client.mfa.verify({ ...given, code: wrong })).error?.code).toBe('mfa_verification_failed')
    expect((await client.mfa.verify({ ...given, code })).error).toBeNull()
    expect((await level(client))?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })
  })

  test('replaces a lost factor with a recovery code, once', async () => {
    const { email, client } = await withTotp()
    const { data } = await client.mfa.recoveryCodes.generate()
    expect(data?.codes).toHaveLength(10)
    expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists')
    const device = server.device()
    await device.signInWithPassword({ email, password: PASSWORD })
    const code = data?.codes[0]?.toLowerCase().replace('-', ' ') ?? ''
    expect((await device.mfa.recoveryCodes.verify({ code })).error).toBeNull()
    expect(await level(device)).toMatchObject({ currentLevel: 'aal2' })
    expect((await device.mfa.recoveryCodes.verify({ code })).error?.code).toBe('mfa_verification_failed')
    expect((await device.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    const fresh = await device.mfa.recoveryCodes.regenerate()
    expect(fresh.data?.codes).toHaveLength(10)
    const old = await device.mfa.recoveryCodes.verify({ code: data?.codes[1] ?? '' })
    expect(old.error?.code).toBe('mfa_verification_failed')
    expect((await device.mfa.recoveryCodes.unenroll()).error).toBeNull()
    expect((await device.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  })

  test('requires another factor for recovery codes, and removes them with the last one', async () => {
    const { client } = await newPerson()
    expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_recovery_codes_sole_factor')
    const person = await withTotp()
    await person.client.mfa.recoveryCodes.generate()
    await person.client.mfa.unenroll({ factorId: person.factorId })
    expect((await person.client.mfa.listFactors()).data?.all).toEqual([])
  })

  test('challenges a passkey without revealing accounts, and rejects a made-up one', async () => {
    const device = server.device()
    const { data } = await device.passkey.startAuthentication()
    expect(data?.options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' })
    expect(data?.options).not.toHaveProperty('allowCredentials')
    const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as never
    const made = { challengeId: data?.challenge_id ?? '', credential }
    expect((await device.passkey.verifyAuthentication(made)).error?.code).toBe('invalid_credentials')
    expect((await device.passkey.verifyAuthentication(made)).error?.code).toBe('webauthn_challenge_expired')
  })

  test('lets an operator remove a lost factor with its recovery codes, ends all sessions and records it', async () => {
    const { email, client, factorId } = await withTotp()
    await client.mfa.recoveryCodes.generate()
    const userId = (await client.getUser()).data.user?.id ?? ''
    expect(await listFactorFacts(server.accounts, userId)).toMatchObject([
      { id: factorId, kind: 'totp', name: 'My phone' },
      { kind: 'recovery_code' },
    ])
    const other = await newPerson()
    const otherId = (await other.client.getUser()).data.user?.id ?? ''
    expect(await removeAsOperator(server.accounts, otherId, factorId), 'of another user').toBe(false)
    expect(await api(client)).toBe(200)

    expect(await removeAsOperator(server.accounts, userId, factorId)).toBe(true)
    expect(await removeAsOperator(server.accounts, userId, factorId)).toBe(false)
    expect(await api(client)).toBe(401)
    const again = server.device()
    expect((await again.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect(await api(again)).toBe(200)
    await server.mailed()
    expect(mailbox.mails.filter(({ to }) => to === email).map(({ text }) => text.split('\n')[0])).toContain(
      'An authenticator app was removed from your Callfolio account.',
    )
    await server.logged()
    expect(await server.accounts.accountLog.list(userId, 9)).toContainEqual(
      expect.objectContaining({ kind: 'account.factor_removed', what: 'totp' }),
    )
  })
})
