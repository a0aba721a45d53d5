import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { startMailServer } from '../mail/mail-server.testing.ts'
import { createSmtpMailer } from '../mail/smtp.ts'
import { DATABASES } from '../testing/databases.ts'
import {
  codeIn,
  createPhone,
  createTestClock,
  linkIn,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'
import { publicMethods } from './client-methods.testing.ts'
import { totp } from './factors/totp.testing.ts'
import type { Provider } from './providers/provider.ts'

const PASSWORD = 'long enough'

/** Other tests check the provider requests and responses against real ones. */
function providerFor(more: Partial<Provider>): Provider {
  const profile = { subject: 'ann', email: 'ann@acme.example', emailVerified: true, name: 'Ann', data: {} }
  return {
    name: 'custom:oidc',
    label: 'Acme',
    authorizationUrl: async ({ state }) => `https://idp.example/authorize?state=${state}`,
    profile: async () => profile,
    readIdToken: async (token) => {
      if (token !== 'a good token') throw new Error('not signed')
      return { ...profile, nonce: null }
    },
    ...more,
  }
}

describe.each(DATABASES)('The client library, with a mail server, on %s', (_, open) => {
  const clock = createTestClock()
  const phone = createPhone()
  let db: Database
  let server: AuthServer
  let smtp: Awaited<ReturnType<typeof startMailServer>>
  let people = 0

  beforeAll(async () => {
    db = await open()
    smtp = await startMailServer()
    server = await startAuthServer(db, {
      clock: clock.now,
      mailer: createSmtpMailer({ url: smtp.url, from: 'Callfolio <no-reply@example.org>' }),
      sms: phone,
      guests: true,
      wallets: ['solana'],
      providers: [providerFor({}), providerFor({ name: 'sso:acme', sso: { id: 'acme', domains: ['acme.example'] } })],
    })
  })
  afterAll(async () => {
    await server.close()
    await smtp.close()
    await db.close()
  })

  async function mailTo(email: string) {
    await server.mailed()
    const mail = smtp.mails.findLast(({ to }) => to === email)
    if (!mail) throw new Error(`${email} got no mail`)
    return mail
  }
  const newEmail = () => `person${++people}@example.org`
  async function newPerson(client = server.device()) {
    const email = newEmail()
    await client.signUp({ email, password: PASSWORD })
    const confirmed = await client.verifyOtp({ email, type: 'signup', token: codeIn(await mailTo(email)) })
    if (confirmed.error) throw confirmed.error
    return { client, email, id: confirmed.data.user?.id ?? '' }
  }
  async function withApp() {
    const person = await newPerson()
    const { data, error } = await person.client.mfa.enroll({ factorType: 'totp' })
    if (error) throw error
    const code = totp(data.totp.secret, clock.now())
    expect((await person.client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
    clock.advance(30_000)
    return { ...person, factorId: data.id, code: () => totp(data.totp.secret, clock.now()) }
  }
  const passed = <T extends { error: unknown; data: unknown }>(result: T): NonNullable<T['data']> => {
    expect(result.error).toBeNull()
    if (!result.data) throw new Error('no data')
    return result.data
  }
  const noBrowser = { error: { message: 'Browser does not support WebAuthn' } }
  const notOffered = { data: null, error: { status: 404, code: 'not_found' } }

  /** One call for each method of the library. */
  const CALLS: Record<string, () => Promise<unknown>> = {
    'initialize': async () => expect(await server.device().initialize()).toEqual({ error: null }),
    'isThrowOnErrorEnabled': async () => expect(server.device().isThrowOnErrorEnabled()).toBe(false),
    'signUp': async () => {
      const email = newEmail()
      const { user, session } = passed(await server.device().signUp({ email, password: PASSWORD }))
      expect([user?.email, session]).toEqual([email, null])
      expect((await mailTo(email)).subject).toBe('Confirm your Callfolio account')
      const weak = await server.device().signUp({ email: newEmail(), password: 'short' })
      expect(weak.error).toMatchObject({ status: 422, code: 'weak_password' })
      const none = await server.device().signUp({ password: PASSWORD } as never)
      expect(none.error?.message).toBe('You must provide either an email or phone number and a password')
    },
    'signInAnonymously': async () =>
      expect(passed(await server.device().signInAnonymously()).user?.is_anonymous).toBe(true),
    'signInWithPassword': async () => {
      const { email, id } = await newPerson()
      expect(passed(await server.device().signInWithPassword({ email, password: PASSWORD })).user?.id).toBe(id)
      const wrong = await server.device().signInWithPassword({ email, password: 'wrong' })
      expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    },
    'signInWithOAuth': async () => {
      const options = { skipBrowserRedirect: true }
      const { url } = passed(await server.device().signInWithOAuth({ provider: 'custom:oidc', options }))
      const left = await fetch(url ?? '', { redirect: 'manual' })
      expect(left.headers.get('location')).toContain('https://idp.example/authorize?state=')
    },
    'signInWithIdToken': async () => {
      const asked = { provider: 'custom:oidc', token: 'a good token' } as const
      expect(passed(await server.device().signInWithIdToken(asked)).user?.email).toBe('ann@acme.example')
      const forged = await server.device().signInWithIdToken({ ...asked, token: 'a forged one' })
      expect(forged.error).toMatchObject({ status: 403, code: 'bad_jwt' })
    },
    'signInWithOtp': async () => {
      const email = newEmail()
      passed(await server.device().signInWithOtp({ email }))
      expect((await mailTo(email)).subject).toBe('Sign in to Callfolio')
      const none = await server.device().signInWithOtp({} as never)
      expect(none.error?.message).toBe('You must provide either an email or phone number.')
    },
    'verifyOtp': async () => {
      const number = `+1555000${String(++people).padStart(4, '0')}`
      await server.device().signInWithOtp({ phone: number })
      await server.accounts.background.settled()
      const token = codeIn(phone.messages.findLast(({ to }) => to === number))
      expect(passed(await server.device().verifyOtp({ phone: number, token, type: 'sms' })).session).not.toBeNull()
      const again = await server.device().verifyOtp({ phone: number, token, type: 'sms' })
      expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
    },
    'signInWithSSO': async () =>
      expect(passed(await server.device().signInWithSSO({ domain: 'acme.example' })).url).toContain(
        'provider=sso%3Aacme',
      ),
    'signInWithWeb3': async () => {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const address = base58.encode(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
      const signMessage = async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey))
      const wallet = { publicKey: { toBase58: () => address }, signMessage }
      const signInWithSolana = { issuedAt: clock.now().toISOString() }
      const asked = { chain: 'solana', wallet, options: { url: server.url, signInWithSolana } } as const
      expect(passed(await server.device().signInWithWeb3(asked)).user?.app_metadata.provider).toBe('web3')
    },
    'exchangeCodeForSession': async () => {
      const { email } = await newPerson()
      const client = server.pkceDevice()
      await client.signInWithOtp({ email })
      const { token_hash: token, type } = linkIn(await mailTo(email))
      const query = new URLSearchParams({ token, type })
      const followed = await server.request(`/auth/v1/verify?${query}`, { redirect: 'manual' })
      const code = new URL(followed.headers.get('location') ?? '', server.url).searchParams.get('code') ?? ''
      expect(passed(await client.exchangeCodeForSession(code)).user?.email).toBe(email)
    },
    'reauthenticate': async () => {
      const { client, email } = await newPerson()
      passed(await client.reauthenticate())
      const nonce = codeIn(await mailTo(email))
      expect((await client.updateUser({ password: 'another one', nonce })).error).toBeNull()
    },
    'resend': async () => {
      const email = newEmail()
      await server.device().signUp({ email, password: PASSWORD })
      const first = codeIn(await mailTo(email))
      passed(await server.device().resend({ type: 'signup', email }))
      const token = codeIn(await mailTo(email))
      expect(token).not.toBe(first)
      expect((await server.device().verifyOtp({ email, type: 'signup', token })).error).toBeNull()
    },
    'resetPasswordForEmail': async () => {
      const { email } = await newPerson()
      passed(await server.device().resetPasswordForEmail(email))
      expect((await mailTo(email)).subject).toBe('Reset your Callfolio password')
    },
    'getSession': async () => {
      const { client, id } = await newPerson()
      expect(passed(await client.getSession()).session?.user.id).toBe(id)
    },
    'getUser': async () => {
      const { client, email } = await newPerson()
      expect(passed(await client.getUser()).user?.email).toBe(email)
      expect((await server.device().getUser()).error?.name).toBe('AuthSessionMissingError')
    },
    'updateUser': async () => {
      const { client } = await newPerson()
      expect(passed(await client.updateUser({ data: { full_name: 'Ann' } })).user?.user_metadata['full_name']).toBe(
        'Ann',
      )
      const same = await client.updateUser({ password: PASSWORD })
      expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    },
    'setSession': async () => {
      const { client, id } = await newPerson()
      const { session } = passed(await client.getSession())
      if (!session) throw new Error('no session')
      expect(passed(await server.device().setSession(session)).user?.id).toBe(id)
    },
    'refreshSession': async () => {
      const { client } = await newPerson()
      const before = passed(await client.getSession()).session?.refresh_token
      expect(passed(await client.refreshSession()).session?.refresh_token).not.toBe(before)
      const unknown = await server.device().refreshSession({ refresh_token: 'unknown' })
      expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    },
    'getClaims': async () => {
      const { client, id } = await newPerson()
      expect(passed(await client.getClaims()).claims).toMatchObject({ sub: id, aal: 'aal1', role: 'authenticated' })
      const [header = '', claims = ''] = passed(await client.getSession()).session?.access_token.split('.') ?? []
      const forged = await client.getClaims(`${header}.${claims}.${'A'.repeat(86)}`)
      expect(forged.error?.message).toBe('Invalid JWT signature')
    },
    'signOut': async () => {
      const { client } = await newPerson()
      const token = passed(await client.getSession()).session?.access_token ?? ''
      expect(await client.signOut()).toEqual({ error: null })
      const reply = await server.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })
      expect([reply.status, await reply.json()]).toMatchObject([403, { error_code: 'session_not_found' }])
      // The client reports this as a missing session.
      expect((await server.device().getUser(token)).error?.name).toBe('AuthSessionMissingError')
    },
    'onAuthStateChange': async () => {
      const { client, email } = await newPerson()
      const events: string[] = []
      const { data } = client.onAuthStateChange((event) => void events.push(event))
      await expect.poll(() => events).toEqual(['INITIAL_SESSION'])
      await client.refreshSession()
      await client.updateUser({ data: { full_name: 'Ann' } })
      const app = passed(await client.mfa.enroll({ factorType: 'totp' }))
      await client.mfa.challengeAndVerify({ factorId: app.id, code: totp(app.totp.secret, clock.now()) })
      await client.mfa.unenroll({ factorId: app.id })
      await client.signOut()
      await client.signInWithPassword({ email, password: PASSWORD })
      await client.resetPasswordForEmail(email)
      const { token_hash } = linkIn(await mailTo(email))
      await client.verifyOtp({ type: 'recovery', token_hash })
      expect(events.filter((event, at) => event !== events[at - 1])).toEqual([
        'INITIAL_SESSION',
        'TOKEN_REFRESHED',
        'USER_UPDATED',
        'MFA_CHALLENGE_VERIFIED',
        'SIGNED_OUT',
        'SIGNED_IN',
        'PASSWORD_RECOVERY',
      ])
      data.subscription.unsubscribe()
    },
    'getUserIdentities': async () => {
      const { client } = await newPerson()
      expect(passed(await client.getUserIdentities()).identities).toMatchObject([{ provider: 'email' }])
    },
    'linkIdentity': async () => {
      const { client } = await newPerson()
      expect(passed(await client.linkIdentity({ provider: 'custom:oidc' })).url).toContain('https://idp.example/')
      await server.device().signInWithIdToken({ provider: 'custom:oidc', token: 'a good token' })
      const taken = await client.linkIdentity({ provider: 'custom:oidc', token: 'a good token' })
      expect(taken.error).toMatchObject({ status: 422, code: 'identity_already_exists' })
    },
    'unlinkIdentity': async () => {
      const { client } = await newPerson()
      const [identity] = passed(await client.getUserIdentities()).identities
      if (!identity) throw new Error('no identity')
      const last = await client.unlinkIdentity(identity)
      expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
      const none = await client.unlinkIdentity({ ...identity, identity_id: 'made-up' })
      expect(none.error).toMatchObject({ status: 404, code: 'identity_not_found' })
    },
    'startAutoRefresh': async () => {
      const { client, id } = await newPerson()
      const events: string[] = []
      client.onAuthStateChange((event) => void events.push(event))
      await client.startAutoRefresh()
      await client.stopAutoRefresh()
      expect(passed(await client.getUser()).user?.id).toBe(id)
    },
    'stopAutoRefresh': async () => expect(await server.device().stopAutoRefresh()).toBeUndefined(),
    'dispose': async () => expect(await server.device().dispose()).toBeUndefined(),
    // Tested in Chromium, with its virtual authenticator: e2e/.
    'signInWithPasskey': async () => expect(await server.device().signInWithPasskey()).toMatchObject(noBrowser),
    'registerPasskey': async () => expect(await server.device().registerPasskey()).toMatchObject(noBrowser),
    'mfa.enroll': async () => {
      const { client } = await newPerson()
      expect(passed(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).totp.uri).toContain(
        'otpauth://',
      )
    },
    'mfa.challenge': async () => {
      const { client, factorId } = await withApp()
      expect(passed(await client.mfa.challenge({ factorId })).id).toBeTruthy()
      expect((await client.mfa.challenge({ factorId: 'made-up' })).error?.code).toBe('mfa_factor_not_found')
    },
    'mfa.verify': async () => {
      const { client, factorId, code } = await withApp()
      const { id: challengeId } = passed(await client.mfa.challenge({ factorId }))
      const wrong = await client.mfa.verify({ factorId, challengeId, code: '000000' })
      expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
      const { id } = passed(await client.mfa.challenge({ factorId }))
      expect(passed(await client.mfa.verify({ factorId, challengeId: id, code: code() })).access_token).toBeTruthy()
    },
    'mfa.challengeAndVerify': async () => {
      const { client, factorId, code } = await withApp()
      passed(await client.mfa.challengeAndVerify({ factorId, code: code() }))
    },
    'mfa.unenroll': async () => {
      const { client, factorId } = await withApp()
      expect(passed(await client.mfa.unenroll({ factorId })).id).toBe(factorId)
    },
    'mfa.listFactors': async () => {
      const { client, factorId } = await withApp()
      expect(passed(await client.mfa.listFactors()).totp).toMatchObject([{ id: factorId, status: 'verified' }])
    },
    'mfa.getAuthenticatorAssuranceLevel': async () => {
      const { email } = await withApp()
      const client = server.device()
      await client.signInWithPassword({ email, password: PASSWORD })
      const levels = passed(await client.mfa.getAuthenticatorAssuranceLevel())
      expect(levels).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    },
    'mfa.recoveryCodes.getStatus': async () => {
      const { client } = await withApp()
      expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
      await client.mfa.recoveryCodes.generate()
      expect(passed(await client.mfa.recoveryCodes.getStatus())).toMatchObject({ total: 10, remaining: 10 })
    },
    'mfa.recoveryCodes.generate': async () => {
      const { client } = await withApp()
      expect(passed(await client.mfa.recoveryCodes.generate()).codes).toHaveLength(10)
    },
    'mfa.recoveryCodes.verify': async () => {
      const { client } = await withApp()
      const [code = ''] = passed(await client.mfa.recoveryCodes.generate()).codes
      passed(await client.mfa.recoveryCodes.verify({ code }))
      expect((await client.mfa.recoveryCodes.verify({ code })).error?.code).toBe('mfa_verification_failed')
    },
    'mfa.recoveryCodes.regenerate': async () => {
      const { client } = await withApp()
      const { codes } = passed(await client.mfa.recoveryCodes.generate())
      expect(passed(await client.mfa.recoveryCodes.regenerate()).codes).not.toEqual(codes)
    },
    'mfa.recoveryCodes.unenroll': async () => {
      const { client } = await withApp()
      await client.mfa.recoveryCodes.generate()
      passed(await client.mfa.recoveryCodes.unenroll())
      expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    },
    'mfa.webauthn.enroll': async () => {
      const { client } = await newPerson()
      expect(passed(await client.mfa.webauthn.enroll({ friendlyName: 'Key' })).type).toBe('webauthn')
    },
    'mfa.webauthn.challenge': async () => {
      const { client } = await newPerson()
      const { id: factorId } = passed(await client.mfa.webauthn.enroll({ friendlyName: 'Key' }))
      const asked = await client.mfa.webauthn.challenge({ factorId, webauthn: { rpId: '127.0.0.1' } })
      // The server sent a challenge; Node has no `navigator.credentials` to answer with.
      expect(asked.error?.name).toBe('TypeError')
    },
    'mfa.webauthn.verify': async () => {
      const { client } = await newPerson()
      const { id: factorId } = passed(await client.mfa.webauthn.enroll({ friendlyName: 'Key' }))
      const bytes = new ArrayBuffer(8)
      const response = { attestationObject: bytes, clientDataJSON: bytes }
      const key = { id: 'x', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
      const webauthn = { type: 'create', rpId: '127.0.0.1', credential_response: key } as never
      const answered = await client.mfa.webauthn.verify({ factorId, challengeId: 'made-up', webauthn })
      expect(answered.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
    },
    'mfa.webauthn.authenticate': async () =>
      expect(await server.device().mfa.webauthn.authenticate({ factorId: 'any' })).toMatchObject({
        error: { message: expect.stringMatching(/WebAuthn|rpId/) },
      }),
    'mfa.webauthn.register': async () =>
      expect(await server.device().mfa.webauthn.register({ friendlyName: 'Key' })).toMatchObject({
        error: { message: expect.stringMatching(/WebAuthn|rpId/) },
      }),
    'passkey.startRegistration': async () => {
      const { client } = await newPerson()
      expect(passed(await client.passkey.startRegistration()).options.challenge).toBeTruthy()
      expect((await server.device().passkey.startRegistration()).error?.name).toBe('AuthSessionMissingError')
    },
    'passkey.verifyRegistration': async () => {
      const { client } = await newPerson()
      const { challenge_id: challengeId } = passed(await client.passkey.startRegistration())
      const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as never
      expect((await client.passkey.verifyRegistration({ challengeId, credential })).error?.code).toBe(
        'mfa_verification_failed',
      )
    },
    'passkey.startAuthentication': async () =>
      expect(passed(await server.device().passkey.startAuthentication()).options.challenge).toBeTruthy(),
    'passkey.verifyAuthentication': async () => {
      const { passkey } = server.device()
      const { challenge_id: challengeId } = passed(await passkey.startAuthentication())
      const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } as never
      expect((await passkey.verifyAuthentication({ challengeId, credential })).error?.code).toBe('invalid_credentials')
    },
    'passkey.list': async () => expect(passed(await (await newPerson()).client.passkey.list())).toEqual([]),
    'passkey.update': async () => {
      const { client } = await newPerson()
      const renamed = await client.passkey.update({ passkeyId: 'made-up', friendlyName: 'Mine' })
      expect(renamed.error).toMatchObject({ status: 404 })
    },
    'passkey.delete': async () => {
      const { client } = await newPerson()
      expect((await client.passkey.delete({ passkeyId: 'made-up' })).error).toMatchObject({ status: 404 })
    },
    'oauth.getAuthorizationDetails': async () =>
      expect(await (await newPerson()).client.oauth.getAuthorizationDetails('any')).toMatchObject(notOffered),
    'oauth.approveAuthorization': async () =>
      expect(await (await newPerson()).client.oauth.approveAuthorization('any')).toMatchObject(notOffered),
    'oauth.denyAuthorization': async () =>
      expect(await (await newPerson()).client.oauth.denyAuthorization('any')).toMatchObject(notOffered),
    'oauth.listGrants': async () =>
      expect(await (await newPerson()).client.oauth.listGrants()).toMatchObject(notOffered),
    'oauth.revokeGrant': async () =>
      expect(await (await newPerson()).client.oauth.revokeGrant({ clientId: 'any' })).toMatchObject(notOffered),
  }

  test('calls every method of the library', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(publicMethods().toSorted())
  })

  test.each(publicMethods())('%s', async (method) => {
    expect.hasAssertions()
    await CALLS[method]?.()
  })
})
