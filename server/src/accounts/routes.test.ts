import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createLogger } from '../kernel/logger.ts'
import { DATABASES } from '../testing/databases.ts'
import { createMailbox, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'
import { DEFAULT_LIMITS } from './rate-limits.ts'
import { signInWithPassword } from './sign-in.ts'
import { updateUser } from './update-user.ts'

const password = 'long enough'

describe.each(DATABASES)('On %s', (_, open) => {
  describe('The identity service over HTTP', () => {
    let db: Database
    let server: AuthServer

    beforeAll(async () => {
      db = await open()
      server = await startAuthServer(db)
    })
    afterAll(async () => {
      await server.close()
      await db.close()
    })

    test.each([
      ['a body that is no JSON', '/signup', '{"email":', 400, 'bad_json'],
      ['no body', '/recover', '', 400, 'bad_json'],
      ['a body that is no object', '/signup', '[]', 400, 'validation_failed'],
      ['no address', '/signup', JSON.stringify({ password }), 400, 'validation_failed'],
      ['no e-mail address', '/signup', JSON.stringify({ email: 'not-an-address', password }), 400, 'validation_failed'],
      [
        'two addresses in one',
        '/recover',
        JSON.stringify({ email: 'a@x.org\r\nBcc: b@x.org' }),
        400,
        'validation_failed',
      ],
      [
        'an endless password',
        '/signup',
        JSON.stringify({ email: 'a@x.org', password: 'x'.repeat(2000) }),
        400,
        'validation_failed',
      ],
      [
        'a name that is no text',
        '/signup',
        JSON.stringify({ email: 'a@x.org', password, data: { full_name: {} } }),
        400,
        'validation_failed',
      ],
      [
        'a huge body',
        '/signup',
        JSON.stringify({ email: 'a@x.org', password: 'x'.repeat(70_000) }),
        413,
        'request_too_large',
      ],
      ['a grant that is not offered', '/token?grant_type=device_code', '{}', 400, 'unsupported_grant_type'],
      ['a grant named like a property', '/token?grant_type=constructor', '{}', 400, 'unsupported_grant_type'],
      [
        'a link of an unknown kind',
        '/verify',
        JSON.stringify({ type: 'invite', token_hash: 'x' }),
        400,
        'validation_failed',
      ],
      ['a made-up link', '/verify', JSON.stringify({ type: 'recovery', token_hash: 'x' }), 403, 'otp_expired'],
      ['a path that is not offered', '/oauth/token', '{}', 404, 'not_found'],
      ['neither address nor number', '/otp', '{}', 400, 'validation_failed'],
      ['a guest where there are none', '/signup', '{"data":{}}', 422, 'anonymous_provider_disabled'],
    ])('refuses %s with a code and a message', async (_, path, body, status, code) => {
      const response = await server.request(`/auth/v1${path}`, { method: 'POST', body })
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ code: status, error_code: code, msg: expect.stringMatching(/\S/) })
    })

    test('requires a token of this server on guarded paths', async () => {
      const missing = await server.request('/auth/v1/user')
      expect([missing.status, await missing.json()]).toEqual([
        401,
        { code: 401, error_code: 'no_authorization', msg: expect.any(String) },
      ])
      const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x","session_id":"y","exp":9999999999}')}.`
      for (const token of ['nonsense', none]) {
        const refused = await server.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })
        expect([refused.status, await refused.json()]).toEqual([
          403,
          { code: 403, error_code: 'bad_jwt', msg: expect.any(String) },
        ])
      }
    })

    test('never caches responses with tokens; caches published keys, without secrets', async () => {
      const session = await server.request('/auth/v1/signup', { json: { email: 'cache@example.org', password } })
      expect(session.headers.get('cache-control')).toBe('no-store')
      const keys = await server.request('/auth/v1/.well-known/jwks.json')
      expect(keys.headers.get('cache-control')).toBe('public, max-age=600')
      const key = {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
      }
      expect(await keys.json()).toEqual({ keys: [key] })
    })

    test('changes an address at once, unverified, where no email is sent; refuses a taken one', async () => {
      await server.device().signUp({ email: 'taken@example.org', password })
      const client = server.device()
      await client.signUp({ email: 'stay@example.org', password })
      expect((await client.updateUser({ email: 'taken@example.org' })).error).toMatchObject({
        status: 422,
        code: 'email_exists',
      })
      expect((await client.updateUser({ email: 'Stay@example.org' })).data.user?.email).toBe('stay@example.org')
      const { data } = await client.updateUser({ email: 'else@example.org' })
      expect(data.user).toMatchObject({ email: 'else@example.org', user_metadata: { email_verified: false } })
    })

    test('tells clients what is offered and that the service is up', async () => {
      expect((await server.request('/auth/v1/health')).status).toBe(200)
      const settings = (await (await server.request('/auth/v1/settings')).json()) as { external: unknown }
      expect(settings).toMatchObject({ disable_signup: false, mailer_autoconfirm: true })
      expect(settings.external).toMatchObject({ anonymous_users: false, email: true, phone: true })
    })
  })

  test('ends a sign-in with the old password that runs during a password change', async () => {
    const db = await open()
    const { accounts, ...server } = await startAuthServer(db)
    const credentials = { email: 'gus@example.org', password }
    const { data } = await server.device().signUp(credentials)
    const userId = data.user?.id ?? ''
    const client = { address: '127.0.0.1', userAgent: undefined }
    const [session] = await accounts.sessions.list(userId)
    if (!session) throw new Error('The sign-up opened no session')
    const matches = async (word: string, stored: string | null) => {
      const matched = await accounts.passwords.matches(word, stored)
      if (word === password)
        await updateUser(
          accounts,
          { ...session, id: 'the session of the change' },
          { password: 'a new password' },
          client,
        )
      return matched
    }
    const signingIn = signInWithPassword(
      { ...accounts, passwords: { ...accounts.passwords, matches } },
      { login: { email: credentials.email }, password, client },
    )
    await expect(signingIn).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(await db.$count(db.schema.sessions)).toBe(0)
    await server.close()
    await db.close()
  })

  test('reports that sign-ups are closed', async () => {
    const db = await open()
    const server = await startAuthServer(db, { signup: 'closed' })
    const { error } = await server.device().signUp({ email: 'kim@example.org', password })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
    await server.close()
    await db.close()
  })

  test('reveals nothing to the client and no address to the log on an unexpected failure', async () => {
    const lines: string[] = []
    const db = await open()
    const server = await startAuthServer(db, {
      log: createLogger('info', { write: (line: string) => void lines.push(line) }),
      limiter: { take: () => Promise.reject(new Error('no limits for kim@example.org')), giveBack: async () => {} },
    })
    const response = await server.request('/auth/v1/recover', { json: { email: 'kim@example.org' } })
    const body = { code: 500, error_code: 'unexpected_failure', msg: 'An unexpected error occurred. Please try again.' }
    expect([response.status, await response.json()]).toEqual([500, body])
    expect(lines.join('')).toContain('no limits for [address]')
    expect(lines.join('')).not.toContain('kim@')
    await server.close()
    await db.close()
  })

  test('never redirects an emailed link to another site', async () => {
    const mailbox = createMailbox({ sends: false })
    const db = await open()
    const server = await startAuthServer(db, { mailer: mailbox })
    await server.device().signUp({ email: 'lee@example.org', password })
    for (const redirectTo of ['https://evil.example/reset-password', '//evil.example', 'javascript:alert(1)']) {
      await server.device().resetPasswordForEmail('lee@example.org', { redirectTo })
    }
    await server.mailed()
    expect(mailbox.mails.map((mail) => linkIn(mail).redirect_to)).toEqual([
      '/reset-password',
      '/reset-password',
      '/reset-password',
    ])
    await server.close()
    await db.close()
  })

  describe('Limits', () => {
    const twoTries = { perAddress: 2, perClient: 3, seconds: 300 }
    const limits = { ...DEFAULT_LIMITS, sign_in: twoTries, recover: twoTries, verify: twoTries }
    let db: Database
    let server: AuthServer

    beforeAll(async () => {
      db = await open()
      server = await startAuthServer(db, { limits })
      await server.device().signUp({ email: 'mia@example.org', password })
    })
    afterAll(async () => {
      await server.close()
      await db.close()
    })

    test('limits sign-in attempts per address, even with the right password, and says for how long', async () => {
      const attempt = (word: string) =>
        server.request('/auth/v1/token?grant_type=password', { json: { email: 'mia@example.org', password: word } })
      expect([(await attempt('wrong')).status, (await attempt('wrong')).status]).toEqual([400, 400])
      const refused = await attempt(password)
      expect([refused.status, await refused.json()]).toEqual([
        429,
        {
          code: 429,
          error_code: 'over_request_rate_limit',
          msg: expect.stringMatching(/^Too many requests\. Try again in [1-5] minutes?\.$/),
        },
      ])
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(300)
    })

    test('does not lock out the owner on a known device when someone guesses elsewhere', async () => {
      const client = server.device()
      await client.signUp({ email: 'ned@example.org', password })
      const attempt = (word: string, agent: string) =>
        server.request('/auth/v1/token?grant_type=password', {
          json: { email: 'ned@example.org', password: word },
          headers: { 'user-agent': agent },
        })
      const own = 'the browser of the owner'
      expect((await attempt(password, own)).status, 'the first time').toBe(200)
      await attempt('guess', 'elsewhere')
      expect((await attempt('guess', 'elsewhere')).status, 'who guesses').toBe(429)
      expect((await attempt(password, own)).status, 'the owner').toBe(200)
    })

    test('limits a client across all addresses, with or without an account', async () => {
      const statuses = []
      for (const name of ['mia', 'jo', 'someone', 'anyone']) {
        statuses.push((await server.request('/auth/v1/recover', { json: { email: `${name}@example.org` } })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
    })

    test('limits guesses of link tokens', async () => {
      const guess = () => server.request('/auth/v1/verify', { json: { type: 'recovery', token_hash: 'guess' } })
      expect([(await guess()).status, (await guess()).status, (await guess()).status, (await guess()).status]).toEqual([
        403, 403, 403, 429,
      ])
    })
  })
})
