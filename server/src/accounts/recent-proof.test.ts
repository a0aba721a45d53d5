import type { GoTrueClient } from '@supabase/auth-js'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema } from '@callfolio/shared/contract/accounts/extension.ts'
import type { Database } from '../db/database.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { DATABASES } from '../testing/databases.ts'
import {
  codeIn,
  createMailbox,
  createPhone,
  createTestClock,
  createTestProvider,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'
import { extensionRedirects } from './extension/extension-redirects.ts'
import { createAuthenticator } from './factors/soft-authenticator.testing.ts'
import { totp } from './factors/totp.testing.ts'

const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'long enough'
const HOUR = 60 * 60 * 1000
const [REDIRECT = ''] = extensionRedirects()
const NEEDED = { status: 400, code: 'reauthentication_needed' }

const PROVIDER = createTestProvider((subject) => `${subject}@example.org`)

describe.each(DATABASES)('Recent authentication, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  const phone = createPhone()
  let db: Database
  let server: AuthServer
  let people = 0
  let email: string
  let client: GoTrueClient

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, {
      clock: clock.now,
      mailer: mailbox,
      sms: phone,
      guests: true,
      providers: [PROVIDER],
      limiter: createMemoryRateLimiter(),
      // Browsers don't create passkeys for an IP address.
      publicUrl: () => ORIGIN,
    })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })
  beforeEach(async () => {
    email = `person${++people}@example.org`
    client = server.device()
    await client.signUp({ email, password: PASSWORD })
    expect((await client.verifyOtp({ email, token: await mailedCode(), type: 'signup' })).error).toBeNull()
  })

  const mailedCode = async (to = email) => {
    await server.mailed()
    return codeIn(mailbox.mails.findLast((mail) => mail.to === to))
  }
  const pass = async (ms: number, device = client) => {
    clock.advance(ms)
    expect((await device.refreshSession()).error).toBeNull()
  }
  const prove = (device = client) => device.updateUser({ current_password: PASSWORD })
  const setsPassword = async (device = client) => (await device.updateUser({ password: 'a new password' })).error
  const bearer = async (device: GoTrueClient) => {
    const token = (await device.getSession()).data.session?.access_token
    return { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  }

  async function addTotp(device = client) {
    const { data, error } = await device.mfa.enroll({
      factorType: 'totp',
      friendlyName: `App ${clock.now().getTime()}`,
    })
    if (error) return { error, factorId: '', secret: '' }
    const answer = await verifyTotp({ factorId: data.id, secret: data.totp.secret }, device)
    return { error: answer.error, factorId: data.id, secret: data.totp.secret }
  }
  async function verifyTotp({ factorId, secret }: { factorId: string; secret: string }, device = client) {
    // The code of a time step counts once.
    clock.advance(30_000)
    return device.mfa.challengeAndVerify({ factorId, code: totp(secret, clock.now()) })
  }
  async function addPasskey(authenticator = createAuthenticator({ origin: ORIGIN })) {
    const { data, error } = await client.passkey.startRegistration()
    if (error) return { error, authenticator }
    const credential = authenticator.create(data.options)
    const added = await client.passkey.verifyRegistration({
      challengeId: data.challenge_id,
      credential: credential as never,
    })
    return { error: added.error, authenticator }
  }
  async function signInWithPasskey(authenticator: ReturnType<typeof createAuthenticator>) {
    const device = server.device()
    const { data } = await device.passkey.startAuthentication()
    const credential = authenticator.get(data?.options ?? { challenge: '' })
    const signedIn = await device.passkey.verifyAuthentication({
      challengeId: data?.challenge_id ?? '',
      credential: credential as never,
    })
    expect(signedIn.error).toBeNull()
    return device
  }
  const link = (subject = `subject ${people}`) => client.linkIdentity({ provider: PROVIDER.name, token: subject })
  async function grantExtension(from = client) {
    const verifier = randomBytes(42).toString('base64url')
    const reply = await server.request(EXTENSION_AUTHORIZATION_PATH, {
      headers: await bearer(from),
      json: {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 's256',
        redirect_to: `${REDIRECT}/`,
      },
    })
    const body: unknown = await reply.json()
    return { status: reply.status, body, verifier }
  }
  async function getExtension(from = client) {
    const { body, verifier } = await grantExtension(from)
    const extension = server.device(verifier)
    expect((await extension.exchangeCodeForSession(extensionCodeSchema.parse(body).code)).error).toBeNull()
    return extension
  }

  test('invalidates a code for a new phone number when the session that requested it ends', async () => {
    const [number, again] = ['+15551110001', '+15551110002']
    expect((await client.updateUser({ phone: number })).error).toBeNull()
    const token = codeIn(phone.messages.at(-1))
    expect((await client.updateUser({ phone: again })).error).toBeNull()
    await server.device().resend({ type: 'phone_change', phone: again })
    await server.accounts.background.settled()
    const resent = codeIn(phone.messages.at(-1))
    const owner = server.device()
    await owner.signInWithPassword({ email, password: PASSWORD })
    await owner.signOut({ scope: 'others' })
    for (const [to, code] of [
      [number, token],
      [again, resent],
    ] as const) {
      const proved = await server.device().verifyOtp({ phone: to, token: code, type: 'phone_change' })
      expect(proved.error?.code).toBe('otp_expired')
    }
  })

  test('ends a link for an unverified account’s new address with the session that requested it', async () => {
    const { data } = await client.getUser()
    await server.accounts.users.update(data.user?.id ?? '', { verifiedAt: null }, clock.now())
    const wanted = `wanted-${email}`
    expect((await client.updateUser({ email: wanted })).error).toBeNull()
    const token = await mailedCode(wanted)
    const resend = async () => {
      await server.device().resend({ type: 'email_change', email })
      await server.mailed()
      return mailbox.mails.filter(({ to }) => to === wanted).length
    }
    expect(await resend(), 'mailed again while the session lasts').toBe(2)
    const again = await mailedCode(wanted)
    const owner = server.device()
    await owner.signInWithPassword({ email, password: PASSWORD })
    await owner.signOut({ scope: 'others' })
    expect(await resend()).toBe(2)
    for (const code of [token, again]) {
      const proved = await server.device().verifyOtp({ email: wanted, token: code, type: 'email_change' })
      expect(proved.error?.code).toBe('otp_expired')
    }
  })

  describe('is required of a session without proof in the last day', () => {
    test('before it adds an authenticator app', async () => {
      await pass(25 * HOUR)
      expect((await addTotp()).error).toMatchObject(NEEDED)
    })

    test('before it confirms an app whose setup began earlier', async () => {
      const { data } = await client.mfa.enroll({ factorType: 'totp' })
      await pass(25 * HOUR)
      const begun = { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
      expect((await verifyTotp(begun)).error).toMatchObject(NEEDED)
      expect(await setsPassword()).toMatchObject(NEEDED)
    })

    test('before it removes a factor, or makes, replaces or removes recovery codes', async () => {
      const { factorId } = await addTotp()
      const { recoveryCodes } = client.mfa
      await pass(25 * HOUR)
      expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(NEEDED)
      expect((await recoveryCodes.generate()).error).toMatchObject(NEEDED)
      await prove()
      expect((await recoveryCodes.generate()).error).toBeNull()
      await pass(25 * HOUR)
      expect((await recoveryCodes.regenerate()).error).toMatchObject(NEEDED)
      const removal = { method: 'DELETE', headers: await bearer(client) }
      expect((await server.request('/auth/v1/factors/recovery-codes', removal)).status).toBe(400)
    })

    test('before it adds or removes a passkey', async () => {
      await addPasskey()
      const [passkey] = (await client.passkey.list()).data ?? []
      await pass(25 * HOUR)
      expect((await addPasskey()).error).toMatchObject(NEEDED)
      expect((await client.passkey.delete({ passkeyId: passkey?.id ?? '' })).error).toMatchObject(NEEDED)
    })

    test('before it links or unlinks an identity', async () => {
      expect((await link()).error).toBeNull()
      const [own] = (await client.getUserIdentities()).data?.identities ?? []
      await pass(25 * HOUR)
      expect((await link('another subject')).error).toMatchObject(NEEDED)
      const begun = await server.request(
        `/auth/v1/user/identities/authorize?provider=${PROVIDER.name}&skip_http_redirect=true`,
        { headers: await bearer(client) },
      )
      expect([begun.status, await begun.json()]).toMatchObject([400, { error_code: 'reauthentication_needed' }])
      if (!own) throw new Error('no identity')
      expect((await client.unlinkIdentity(own)).error).toMatchObject(NEEDED)
    })

    test('when the provider returns with the identity to link, however recent the proof was at the start', async () => {
      const begin = async () => {
        const path = `/auth/v1/user/identities/authorize?provider=${PROVIDER.name}&skip_http_redirect=true`
        const begun = await server.request(path, { headers: await bearer(client) })
        const { url } = (await begun.json()) as { url: string }
        const [cookie = ''] = (begun.headers.getSetCookie()[0] ?? '').split(';')
        const back = `/auth/v1/callback/${PROVIDER.name}${new URL(url).search}`
        return async () =>
          (await server.request(back, { headers: { cookie }, redirect: 'manual' })).headers.get('location')
      }
      const providers = async () => (await client.getUserIdentities()).data?.identities.map(({ provider }) => provider)
      await pass(24 * HOUR - 60_000)
      const comeBack = await begin()
      await pass(2 * 60_000)
      expect(await comeBack()).toContain('error_code=reauthentication_needed')
      expect(await providers()).toEqual(['email'])

      await prove()
      expect(await (await begin())()).toBe('/dashboard')
      expect(await providers()).toEqual(['email', PROVIDER.name])
    })

    test('before it grants the extension a session', async () => {
      await pass(25 * HOUR)
      expect(await grantExtension()).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
      await prove()
      expect(await grantExtension()).toMatchObject({ status: 200 })
    })
  })

  describe('is given', () => {
    test('with the password, and counts for a day', async () => {
      await pass(25 * HOUR)
      expect((await client.updateUser({ current_password: 'guessed' })).error?.code).toBe('invalid_credentials')
      expect((await addTotp()).error).toMatchObject(NEEDED)
      expect((await prove()).error).toBeNull()
      await pass(23 * HOUR)
      expect((await addTotp()).error).toBeNull()
      await pass(2 * HOUR)
      expect(await setsPassword()).toMatchObject(NEEDED)
    })

    test('with a mailed code', async () => {
      await pass(25 * HOUR)
      await client.reauthenticate()
      expect((await client.updateUser({ nonce: await mailedCode() })).error).toBeNull()
      expect((await addPasskey()).error).toBeNull()
    })

    test('with a factor that is at least a day old', async () => {
      const factor = await addTotp()
      await pass(25 * HOUR)
      expect(await setsPassword()).toMatchObject(NEEDED)
      expect((await verifyTotp(factor)).error).toBeNull()
      expect(await setsPassword()).toBeNull()
    })

    test('by a guest only once they have a first method', async () => {
      const guest = server.device()
      await guest.signInAnonymously()
      await pass(25 * HOUR, guest)
      const address = `guest${people}@example.org`
      expect((await guest.updateUser({ email: address })).error).toBeNull()
      const token = await mailedCode(address)
      expect((await guest.verifyOtp({ email: address, token, type: 'email_change' })).error).toBeNull()
      expect(await setsPassword(guest)).toBeNull()
    })

    test('by a guest who links an identity first and is no longer a guest', async () => {
      const guest = server.device()
      await guest.signInAnonymously()
      await pass(25 * HOUR, guest)
      const linked = await guest.linkIdentity({ provider: PROVIDER.name, token: `guest ${people}` })
      expect(linked.error ?? linked.data.user?.is_anonymous).toBe(false)
      await pass(25 * HOUR, guest)
      expect((await guest.linkIdentity({ provider: PROVIDER.name, token: `more ${people}` })).error).toMatchObject(
        NEEDED,
      )
    })
  })

  describe('is not renewed', () => {
    test('by the first and later codes of an app that was just added', async () => {
      await pass(23 * HOUR)
      const factor = await addTotp()
      expect(factor.error).toBeNull()
      await pass(2 * HOUR)
      expect(await setsPassword()).toMatchObject(NEEDED)
      expect((await verifyTotp(factor)).error).toBeNull()
      expect(await setsPassword()).toMatchObject(NEEDED)
    })

    test('by recovery codes that were just created', async () => {
      await addTotp()
      await pass(23 * HOUR)
      const { data } = await client.mfa.recoveryCodes.generate()
      await pass(2 * HOUR)
      const [code = ''] = data?.codes ?? []
      expect((await client.mfa.recoveryCodes.verify({ code })).error).toBeNull()
      expect(await setsPassword()).toMatchObject(NEEDED)
    })

    test('by signing in with a passkey that was just added, only with one at least a day old', async () => {
      await pass(23 * HOUR)
      const { authenticator, error } = await addPasskey()
      expect(error).toBeNull()
      await pass(2 * HOUR)
      expect(await setsPassword(await signInWithPasskey(authenticator))).toMatchObject(NEEDED)
      clock.advance(23 * HOUR)
      expect(await setsPassword(await signInWithPasskey(authenticator))).toBeNull()
    })

    test('by signing in with an identity that was just linked', async () => {
      await link(`linked ${people}`)
      const device = server.device()
      const grant = { provider: PROVIDER.name, token: `linked ${people}` }
      expect((await device.signInWithIdToken(grant)).error).toBeNull()
      expect(await setsPassword(device)).toMatchObject(NEEDED)
      clock.advance(25 * HOUR)
      await device.signInWithIdToken(grant)
      expect(await setsPassword(device)).toBeNull()
    })

    test('by a number that was just added', async () => {
      const number = `+1555${String(people).padStart(7, '0')}`
      await client.updateUser({ phone: number })
      const added = { phone: number, token: codeIn(phone.messages.at(-1)), type: 'phone_change' } as const
      const device = server.device()
      expect((await device.verifyOtp(added)).error).toBeNull()
      expect(await setsPassword(device)).toMatchObject(NEEDED)
      await device.signInWithOtp({ phone: number })
      await server.accounts.background.settled()
      await device.verifyOtp({ phone: number, token: codeIn(phone.messages.at(-1)), type: 'sms' })
      expect(await setsPassword(device)).toMatchObject(NEEDED)
    })

    test('by granting the extension a session, which inherits the time of the proof', async () => {
      await pass(23 * HOUR)
      const extension = await getExtension()
      expect((await client.getUser()).error).toBeNull()
      await pass(2 * HOUR, extension)
      expect(await setsPassword(extension)).toMatchObject(NEEDED)
      expect(await grantExtension(extension)).toMatchObject({ status: 403 })
    })
  })

  test('exists for a user who signs up with a provider', async () => {
    const device = server.device()
    expect((await device.signInWithIdToken({ provider: PROVIDER.name, token: `new${people}` })).error).toBeNull()
    expect(await setsPassword(device)).toBeNull()
  })
})
