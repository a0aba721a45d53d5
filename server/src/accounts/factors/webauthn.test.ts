import { randomUUID } from 'node:crypto'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { createAuthenticator, type Errors } from './soft-authenticator.testing.ts'

const PASSWORD = 'long enough'

/** Errors no browser would make: a false page, a false key, or another user's signature. */
const LIES: [what: string, errors: Errors][] = [
  ['another origin', { origin: 'http://evil.example' }],
  ['another site’s key', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.from('made up').toString('base64url') }],
  ['a port of the same host', { origin: 'http://localhost:3001' }],
  ['a host below', { origin: 'http://evil.localhost:3000', rpId: 'evil.localhost' }],
  ['an answer of the other ceremony', { type: 'payment.get' }],
  ['a key that was not touched', { userPresent: false }],
  ['flags that contradict each other', { backedUp: true }],
]

describe.each(DATABASES)('WebAuthn keys, on %s', (_, open) => {
  const clock = createTestClock()
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    // Browsers don't create passkeys for an IP address.
    server = await startAuthServer(db, { clock: clock.now, publicUrl: () => 'http://localhost:3000' })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const newAuthenticator = () => createAuthenticator({ origin: 'http://localhost:3000' })
  async function newPerson() {
    const email = `person${++people}@example.org`
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    return { email, client }
  }
  async function signIn(email: string) {
    const client = server.device()
    await client.signInWithPassword({ email, password: PASSWORD })
    return client
  }
  /** Calls the API as the client library does, with a credential that no browser created. */
  async function call(client: GoTrueClient, path: string, json: unknown) {
    const token = (await client.getSession()).data.session?.access_token
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await server.request(`/auth/v1${path}`, { method: 'POST', headers, json })
    return { status: reply.status, body: (await reply.json()) as { access_token: string; refresh_token: string } }
  }
  interface FactorChallenge {
    id: string
    webauthn: { type: string; credential_options: { publicKey: { challenge: string } } }
  }
  const challenge = async (client: GoTrueClient, factorId: string) => {
    const asked = (await call(client, `/factors/${factorId}/challenge`, {})).body as unknown as FactorChallenge
    return { id: asked.id, type: asked.webauthn.type, options: asked.webauthn.credential_options.publicKey }
  }
  const answer = (client: GoTrueClient, factorId: string, challenge_id: string, credential_response: unknown) =>
    call(client, `/factors/${factorId}/verify`, { challenge_id, webauthn: { credential_response } })
  async function withKey() {
    const person = await newPerson()
    const key = newAuthenticator()
    const { data, error } = await person.client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My key' })
    if (error) throw error
    const asked = await challenge(person.client, data.id)
    const { status, body } = await answer(person.client, data.id, asked.id, key.create(asked.options))
    expect(status, JSON.stringify(body)).toBe(200)
    await person.client.setSession(body)
    return { ...person, key, factorId: data.id }
  }
  async function withPasskey() {
    const person = await newPerson()
    const key = newAuthenticator()
    const { data } = await person.client.passkey.startRegistration()
    const made = key.create(data?.options ?? { challenge: '' }) as never
    const { data: passkey, error } = await person.client.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: made,
    })
    if (error) throw error
    return { ...person, key, passkey }
  }
  const startPasskey = async (client: GoTrueClient) => {
    const { data } = await client.passkey.startAuthentication()
    if (!data) throw new Error('no challenge')
    return { challengeId: data.challenge_id, options: data.options }
  }
  const level = async (client: GoTrueClient) => (await client.mfa.getAuthenticatorAssuranceLevel()).data

  test('adds a security key by its signature, and raises later sessions with it', async () => {
    const { email, client, key, factorId } = await withKey()
    expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([
      { friendly_name: 'My key', status: 'verified' },
    ])
    expect(await level(client)).toMatchObject({ currentLevel: 'aal2' })
    const device = await signIn(email)
    expect(await level(device)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const asked = await challenge(device, factorId)
    expect(asked).toMatchObject({ type: 'request', options: { allowCredentials: [{ type: 'public-key' }] } })
    const { status, body } = await answer(device, factorId, asked.id, key.get(asked.options))
    expect(status).toBe(200)
    await device.setSession(body)
    expect(await level(device)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
  })

  test.each([...LIES, ['a signature of another key', { forged: true }], ['a copy’s count', { counter: 1 }]])(
    'rejects %s as a second factor, and consumes the challenge',
    async (_what, errors) => {
      const { email, key, factorId } = await withKey()
      const device = await signIn(email)
      const asked = await challenge(device, factorId)
      const refused = await answer(device, factorId, asked.id, key.get(asked.options, errors))
      expect(refused).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } })
      const again = await answer(device, factorId, asked.id, key.get(asked.options, { counter: 9 }))
      expect(again.body).toMatchObject({ error_code: 'mfa_challenge_expired' })
      expect(await level(device)).toMatchObject({ currentLevel: 'aal1' })
    },
  )

  test('accepts a signature once, for the session and factor that requested it, for five minutes', async () => {
    const { email, key, factorId } = await withKey()
    const stranger = await withKey()
    const device = await signIn(email)
    const asked = await challenge(device, factorId)
    const signed = key.get(asked.options)
    const elsewhere = await answer(stranger.client, stranger.factorId, asked.id, signed)
    expect(elsewhere.body).toMatchObject({ error_code: 'mfa_challenge_expired' })
    expect((await answer(device, factorId, asked.id, signed)).status).toBe(200)
    const replayed = await answer(device, factorId, asked.id, signed)
    expect(replayed.body).toMatchObject({ error_code: 'mfa_challenge_expired' })
    const newer = await challenge(device, factorId)
    const stale = await answer(device, factorId, newer.id, signed)
    expect(stale.body).toMatchObject({ error_code: 'mfa_verification_failed' })
    const late = await challenge(device, factorId)
    clock.advance(6 * 60_000)
    const tooLate = await answer(device, factorId, late.id, key.get(late.options))
    expect(tooLate.body).toMatchObject({ error_code: 'mfa_challenge_expired' })
  })

  test('does not add another user’s key, or one already registered', async () => {
    const { key } = await withKey()
    const { client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'webauthn' })
    const asked = await challenge(client, data?.id ?? '')
    const taken = await answer(client, data?.id ?? '', asked.id, key.create(asked.options))
    expect(taken.body).toMatchObject({ error_code: 'mfa_verification_failed' })
    expect((await client.mfa.listFactors()).data?.webauthn).toEqual([])
  })

  test.each(LIES)('does not add a key by %s', async (_what, errors) => {
    const { client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'webauthn' })
    const asked = await challenge(client, data?.id ?? '')
    const refused = await answer(client, data?.id ?? '', asked.id, newAuthenticator().create(asked.options, errors))
    expect(refused.body).toMatchObject({ error_code: 'mfa_verification_failed' })
    const passkey = await client.passkey.startRegistration()
    const credential = newAuthenticator().create(passkey.data?.options ?? { challenge: '' }, errors) as never
    const challengeId = passkey.data?.challenge_id ?? ''
    expect((await client.passkey.verifyRegistration({ challengeId, credential })).error?.code).toBe(
      'mfa_verification_failed',
    )
  })

  test.each<[string, Errors]>([
    ['RS1, which was not offered', { algorithm: -65535 }],
    ['no known algorithm', { algorithm: 0 }],
    ['the type of a signature', { type: 'webauthn.get' }],
  ])('rejects a new key with %s', async (_what, errors) => {
    const { client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'webauthn' })
    const asked = await challenge(client, data?.id ?? '')
    const refused = await answer(client, data?.id ?? '', asked.id, newAuthenticator().create(asked.options, errors))
    expect(refused.body).toMatchObject({ error_code: 'mfa_verification_failed' })
    const { data: begun } = await client.passkey.startRegistration()
    const made = newAuthenticator().create(begun?.options ?? { challenge: '' }, errors) as never
    const added = await client.passkey.verifyRegistration({ challengeId: begun?.challenge_id ?? '', credential: made })
    expect(added.error?.code).toBe('mfa_verification_failed')
  })

  test.each(['packed', 'android-key', 'tpm', 'unknown'])(
    'adds a key without reading an unrequested certificate: %s',
    async (attestation) => {
      const { client } = await newPerson()
      const { data } = await client.mfa.enroll({ factorType: 'webauthn' })
      const asked = await challenge(client, data?.id ?? '')
      const key = newAuthenticator().create(asked.options, { attestation })
      expect((await answer(client, data?.id ?? '', asked.id, key)).status).toBe(200)
    },
  )

  test('rejects a second key for a factor that was verified in the meantime', async () => {
    const { email, client } = await newPerson()
    const { data } = await client.mfa.enroll({ factorType: 'webauthn' })
    const factorId = data?.id ?? ''
    const kept = await challenge(client, factorId)
    const asked = await challenge(client, factorId)
    expect((await answer(client, factorId, asked.id, newAuthenticator().create(asked.options))).status).toBe(200)
    const thief = await signIn(email)
    const refused = await answer(thief, factorId, kept.id, newAuthenticator().create(kept.options))
    expect(refused.body).toMatchObject({ error_code: 'mfa_challenge_expired' })
    expect(await level(thief)).toMatchObject({ currentLevel: 'aal1' })
  })

  test('limits the passkeys of an account', async () => {
    const { client } = await newPerson()
    const userId = (await client.getUser()).data.user?.id ?? ''
    const key = { userId, factorId: null, publicKey: '', counter: 0, transports: [], friendlyName: null }
    const add = (id = randomUUID()) =>
      server.accounts.webauthnKeys.insert({ ...key, id, credentialId: id, lastUsedAt: null, createdAt: clock.now() })
    for (let i = 0; i < 9; i += 1) await add()
    expect((await client.passkey.startRegistration()).error).toBeNull()
    await add()
    expect((await client.passkey.startRegistration()).error?.code).toBe('too_many_enrolled_mfa_factors')
  })

  test('signs in with a passkey without a password, as both factors, until it is removed', async () => {
    const { email, client, key, passkey } = await withPasskey()
    const device = server.device()
    const { challengeId, options } = await startPasskey(device)
    const entered = await device.passkey.verifyAuthentication({ challengeId, credential: key.get(options) as never })
    expect(entered.error).toBeNull()
    expect(entered.data?.user?.email).toBe(email)
    expect(await level(device)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'passkey' }],
    })
    await client.passkey.update({ passkeyId: passkey.id, friendlyName: 'Laptop' })
    expect((await client.passkey.list()).data).toMatchObject([
      { friendly_name: 'Laptop', last_used_at: expect.stringMatching(/\S/) },
    ])
    expect((await client.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
    const later = await startPasskey(device)
    const gone = { challengeId: later.challengeId, credential: key.get(later.options) as never }
    expect((await device.passkey.verifyAuthentication(gone)).error?.code).toBe('invalid_credentials')
  })

  test.each([
    ...LIES,
    ['a signature of another key', { forged: true }],
    ['a key that did not ask its owner', { userVerified: false }],
    ['a copy’s count', { counter: 1 }],
    ['the name of another account', { userHandle: Buffer.from('another account').toString('base64url') }],
  ])('rejects a passkey with %s', async (_what, errors) => {
    const { key } = await withPasskey()
    const device = server.device()
    const { challengeId, options } = await startPasskey(device)
    const lie = { challengeId, credential: key.get(options, errors) as never }
    expect((await device.passkey.verifyAuthentication(lie)).error?.code).toBe('invalid_credentials')
    const again = { challengeId, credential: key.get(options, { counter: 9 }) as never }
    expect((await device.passkey.verifyAuthentication(again)).error?.code).toBe('webauthn_challenge_expired')
  })

  test('does not sign in with a second factor’s key, nor raise a session with a passkey', async () => {
    const { key, factorId, client } = await withKey()
    const device = server.device()
    const { challengeId, options } = await startPasskey(device)
    const onlyAnswer = { challengeId, credential: key.get(options) as never }
    expect((await device.passkey.verifyAuthentication(onlyAnswer)).error?.code).toBe('invalid_credentials')
    const other = newAuthenticator()
    const begun = await client.passkey.startRegistration()
    const credential = other.create(begun.data?.options ?? { challenge: '' }) as never
    await client.passkey.verifyRegistration({ challengeId: begun.data?.challenge_id ?? '', credential })
    const asked = await challenge(client, factorId)
    const refused = await answer(client, factorId, asked.id, other.get(asked.options))
    expect(refused.body).toMatchObject({ error_code: 'mfa_verification_failed' })
  })
})
