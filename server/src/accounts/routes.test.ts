import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../db/database.ts'
import { createLogger } from '../kernel/logger.ts'
import { createMailbox, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'
import { DEFAULT_LIMITS } from './rate-limits.ts'
import { signInWithPassword } from './sign-in.ts'
import { updateUser } from './update-user.ts'

const password = 'long enough'

describe('The identity service over HTTP', () => {
  let db: Database
  let server: AuthServer

  beforeAll(async () => {
    db = await openDatabase(':memory:')
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
    ['no e-mail address', '/signup', JSON.stringify({ email: 'nobody', password }), 400, 'validation_failed'],
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
    ['a grant that is not offered', '/token?grant_type=id_token', '{}', 400, 'unsupported_grant_type'],
    ['a grant named like a property', '/token?grant_type=constructor', '{}', 400, 'unsupported_grant_type'],
    [
      'a link of an unknown kind',
      '/verify',
      JSON.stringify({ type: 'invite', token_hash: 'x' }),
      400,
      'validation_failed',
    ],
    ['a made-up link', '/verify', JSON.stringify({ type: 'recovery', token_hash: 'x' }), 403, 'otp_expired'],
    ['a path that is not offered', '/otp', '{}', 404, 'not_found'],
  ])('%s is refused with a code and a sentence', async (_, path, body, status, code) => {
    const response = await server.request(`/auth/v1${path}`, { method: 'POST', body })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ code: status, error_code: code, msg: expect.stringMatching(/\S/) })
  })

  test('guarded paths need a token of this server', async () => {
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

  test('answers with tokens are never cached, the published keys are and hold no secret', async () => {
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

  test('an address can not be changed, but may be sent along', async () => {
    const signedUp = (await (
      await server.request('/auth/v1/signup', { json: { email: 'stay@example.org', password } })
    ).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${signedUp.access_token}` }
    const change = (email: string) => server.request('/auth/v1/user', { method: 'PUT', headers, json: { email } })
    expect((await change('else@example.org')).status).toBe(400)
    expect((await change('Stay@example.org')).status).toBe(200)
  })
})

test('a sign-in with the old password does not survive the change of the password it runs beside', async () => {
  const db = await openDatabase(':memory:')
  const { accounts, ...server } = await startAuthServer(db)
  const credentials = { email: 'gus@example.org', password }
  const { data } = await server.device().signUp(credentials)
  const userId = data.user?.id ?? ''
  const matches = async (word: string, stored: string | null) => {
    const matched = await accounts.passwords.matches(word, stored)
    await updateUser(accounts, { id: 'the session of the change', userId }, { password: 'a new password' })
    return matched
  }
  const client = { address: '127.0.0.1', userAgent: undefined }
  const signingIn = signInWithPassword(
    { ...accounts, passwords: { ...accounts.passwords, matches } },
    { ...credentials, client },
  )
  await expect(signingIn).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await db.$count(db.schema.sessions)).toBe(0)
  await server.close()
  await db.close()
})

test('a server closed for sign-ups says so', async () => {
  const db = await openDatabase(':memory:')
  const server = await startAuthServer(db, { signup: 'closed' })
  const { error } = await server.device().signUp({ email: 'kim@example.org', password })
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
  await server.close()
  await db.close()
})

test('an unexpected failure reveals nothing to the client and no address to the log', async () => {
  const lines: string[] = []
  const db = await openDatabase(':memory:')
  const server = await startAuthServer(db, {
    log: createLogger('info', { write: (line: string) => void lines.push(line) }),
    limiter: { take: () => Promise.reject(new Error('no limits for kim@example.org')) },
  })
  const response = await server.request('/auth/v1/recover', { json: { email: 'kim@example.org' } })
  const body = { code: 500, error_code: 'unexpected_failure', msg: 'An unexpected error occurred. Please try again.' }
  expect([response.status, await response.json()]).toEqual([500, body])
  expect(lines.join('')).toContain('no limits for [address]')
  expect(lines.join('')).not.toContain('kim@')
  await server.close()
  await db.close()
})

test('a mailed link never leads to another site', async () => {
  const mailbox = createMailbox({ sends: false })
  const db = await openDatabase(':memory:')
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
    db = await openDatabase(':memory:')
    server = await startAuthServer(db, { limits })
    await server.device().signUp({ email: 'mia@example.org', password })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  test('sign-in attempts are limited per address, with the right password too, and the answer says for how long', async () => {
    const attempt = (word: string) =>
      server.request('/auth/v1/token?grant_type=password', { json: { email: 'mia@example.org', password: word } })
    expect([(await attempt('wrong')).status, (await attempt('wrong')).status]).toEqual([400, 400])
    const refused = await attempt(password)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    ])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
  })

  test('a client is limited over all addresses, whether they have an account or not', async () => {
    const statuses = []
    for (const name of ['mia', 'nobody', 'someone', 'anyone']) {
      statuses.push((await server.request('/auth/v1/recover', { json: { email: `${name}@example.org` } })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('guessing the tokens of links is limited', async () => {
    const guess = () => server.request('/auth/v1/verify', { json: { type: 'recovery', token_hash: 'guess' } })
    expect([(await guess()).status, (await guess()).status, (await guess()).status, (await guess()).status]).toEqual([
      403, 403, 403, 429,
    ])
  })
})
