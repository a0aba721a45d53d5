import { isAuthSessionMissingError, isAuthWeakPasswordError, type GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import { createMailbox, createTestClock, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'

const PASSWORD = 'correct horse'

describe.each(DATABASES)('The client library against the identity service on %s', (name, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: false })
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  async function newPerson(): Promise<{ email: string; password: string; client: GoTrueClient }> {
    const email = `person${++people}@example.org`
    const client = server.device()
    const { error } = await client.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    return { email, password: PASSWORD, client }
  }

  const lives = async (client: GoTrueClient) => (await client.getUser()).error === null

  async function callApi(accessToken: string | undefined): Promise<{ status: number; code: string | undefined }> {
    const response = await server.request('/api/me', { headers: { authorization: `Bearer ${accessToken}` } })
    const body = (await response.json()) as { error?: { code: string } }
    return { status: response.status, code: body.error?.code }
  }

  test('signs a new user in at once where no email is sent, but leaves the address unverified', async () => {
    const options = { data: { full_name: 'Ann Lee', time_zone: 'Europe/Vienna' } }
    const { data, error } = await server.device().signUp({ email: 'Ann.Lee@Example.org', password: PASSWORD, options })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(data.user).toMatchObject({
      email: 'ann.lee@example.org',
      aud: 'authenticated',
      factors: [],
      user_metadata: { full_name: 'Ann Lee', time_zone: 'Europe/Vienna', email_verified: false },
      identities: [{ provider: 'email', identity_data: { email: 'ann.lee@example.org', email_verified: false } }],
    })
    expect(data.user?.confirmed_at).toBeTruthy()
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(data.user?.last_sign_in_at).toBeTruthy()
  })

  test('lets the client verify access tokens with the published keys', async () => {
    const { client } = await newPerson()
    const session = (await client.getSession()).data.session
    const { data } = await client.getClaims()
    expect(data?.header).toMatchObject({ alg: 'ES256' })
    expect(data?.claims).toMatchObject({
      sub: session?.user.id,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
      iss: `${server.url}/auth/v1`,
      amr: [{ method: 'password' }],
    })
    const forged = `${session?.access_token.slice(0, -6)}AAAAAA`
    expect((await client.getClaims(forged)).error?.code).toBe('invalid_jwt')
    expect((await client.getUser(forged)).error).toMatchObject({ status: 403, code: 'bad_jwt' })
    expect(await callApi(forged)).toEqual({ status: 401, code: 'bad_jwt' })
  })

  test('allows one account per address, regardless of case', async () => {
    const { email } = await newPerson()
    const { error } = await server.device().signUp({ email: email.toUpperCase(), password: 'another one' })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'This email address already has an account. Sign in instead.',
    })
  })

  test('requires a password of at least 6 characters', async () => {
    const { error } = await server.device().signUp({ email: 'weak@example.org', password: '12345' })
    expect(isAuthWeakPasswordError(error) && error.reasons).toEqual(['length'])
    expect(error).toMatchObject({ status: 422, message: 'Password must be at least 6 characters long' })
    const { client } = await newPerson()
    expect(isAuthWeakPasswordError((await client.updateUser({ password: '12345' })).error)).toBe(true)
  })

  test('gives a wrong password and an unknown address the same answer', async () => {
    const { email } = await newPerson()
    const wrong = await server.device().signInWithPassword({ email, password: 'wrong one' })
    const unknown = await server.device().signInWithPassword({ email: 'unknown@example.org', password: 'wrong one' })
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(unknown.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  test('rotates the refresh token; two tabs may use one at once; later reuse ends the session', async () => {
    const { client } = await newPerson()
    const first = (await client.getSession()).data.session?.refresh_token ?? ''
    const refreshed = await client.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(first)
    expect((await server.device().refreshSession({ refresh_token: first })).error).toBeNull()

    clock.advance(11_000)
    expect((await server.device().refreshSession({ refresh_token: first })).error).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
    })
    expect(await callApi(refreshed.data.session?.access_token)).toEqual({ status: 401, code: 'session_not_found' })
    expect((await client.refreshSession()).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    expect(await lives(client)).toBe(false)
    expect((await client.getSession()).data.session).toBeNull()
  })

  test('ends both branches of a session when the one that refreshes later does so', async () => {
    const { client } = await newPerson()
    const stolen = (await client.getSession()).data.session?.refresh_token ?? ''
    const thief = server.device()
    const [own, theirs] = [await client.refreshSession(), await thief.refreshSession({ refresh_token: stolen })]
    expect([own.error, theirs.error]).toEqual([null, null])
    clock.advance(14 * 60_000)
    expect((await client.refreshSession()).error).toBeNull()
    expect(await lives(client), 'its owner alone goes on').toBe(true)
    clock.advance(20_000)
    expect((await thief.refreshSession()).error).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
    expect(await lives(client)).toBe(false)
  })

  test('ends the session when a long-abandoned branch is used', async () => {
    const { client } = await newPerson()
    const stolen = (await client.getSession()).data.session?.refresh_token ?? ''
    const thief = server.device()
    await client.refreshSession()
    await thief.refreshSession({ refresh_token: stolen })
    for (let refreshes = 0; refreshes < 3; refreshes++) {
      clock.advance(14 * 60_000)
      expect((await client.refreshSession()).error).toBeNull()
    }
    expect((await thief.refreshSession()).error).toMatchObject({ code: 'refresh_token_already_used' })
    expect(await lives(client)).toBe(false)
  })

  test('ends a session on its last day, however often it was refreshed', async () => {
    const { client } = await newPerson()
    for (let day = 0; day < 179; day += 20) {
      clock.advance((day === 0 ? 19 : 20) * 24 * 60 * 60_000)
      expect((await client.refreshSession()).error).toBeNull()
    }
    clock.advance(24 * 60 * 60_000 + 1000)
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect(await lives(client)).toBe(false)
  })

  test('limits password changes in five minutes, then says how long to wait', async () => {
    const { client } = await newPerson()
    const token = (await client.getSession()).data.session?.access_token
    const change = (password: string) =>
      server.request('/auth/v1/user', {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        json: { password },
      })
    const replies = await Promise.all(Array.from({ length: 30 }, (_, index) => change(`a new password ${index}`)))
    expect(replies.filter(({ status }) => status === 429).length).toBe(27)
    expect(Number(replies.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('accepts letters of any script in an address, with one account for all spellings of its domain', async () => {
    const signUp = (email: string) => server.device().signUp({ email, password: PASSWORD })
    expect((await signUp('Käthe@müller.example')).error).toBeNull()
    expect((await signUp('käthe@xn--mller-kva.example')).error?.code).toBe('user_already_exists')
    expect((await signUp('käthe@mül ler.example')).error?.code).toBe('validation_failed')
  })

  test('refuses an expired access token and continues the session with its refresh token', async () => {
    const { client } = await newPerson()
    const old = (await client.getSession()).data.session?.access_token
    clock.advance(16 * 60_000)
    expect(await callApi(old)).toEqual({ status: 401, code: 'bad_jwt' })
    const { data } = await client.refreshSession()
    expect(await callApi(data.session?.access_token)).toEqual({ status: 200, code: undefined })
  })

  test('hands a session to another client by its tokens', async () => {
    const { client, email } = await newPerson()
    const session = (await client.getSession()).data.session
    const { data, error } = await server
      .device()
      .setSession({ access_token: session?.access_token ?? '', refresh_token: session?.refresh_token ?? '' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  test('refuses metadata that PostgreSQL can’t store, and stores it in SQLite', async () => {
    const { client } = await newPerson()
    const { error } = await client.updateUser({ data: { full_name: 'Bo\u0000' } })
    if (name === 'postgres') expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    else expect(error).toBeNull()
  })

  test('merges metadata, removes null fields, and lets no client claim to be verified', async () => {
    const { client } = await newPerson()
    await client.updateUser({ data: { full_name: 'Bo', team: 'east', email_verified: true } })
    const { data } = await client.updateUser({ data: { full_name: 'Bo Berg', team: null, time_zone: 'Asia/Tokyo' } })
    expect(data.user?.user_metadata).toMatchObject({
      full_name: 'Bo Berg',
      time_zone: 'Asia/Tokyo',
      email_verified: false,
    })
    expect(data.user?.user_metadata).not.toHaveProperty('team')
    expect((await client.updateUser({ data: { note: 'x'.repeat(9_000) } })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('ends all other sessions when the password changes', async () => {
    const { client, email } = await newPerson()
    const other = server.device()
    await other.signInWithPassword({ email, password: PASSWORD })
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    expect(await lives(other)).toBe(true)

    expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
    expect(await lives(client)).toBe(true)
    expect(isAuthSessionMissingError((await other.getUser()).error)).toBe(true)
    expect((await other.getSession()).data.session).toBeNull()
    expect((await server.device().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await server.device().signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  })

  test.each([
    { scope: 'local', alive: [false, true] },
    { scope: 'others', alive: [true, false] },
    { scope: 'global', alive: [false, false] },
  ] as const)('ends exactly the sessions in scope $scope at once on sign-out', async ({ scope, alive }) => {
    const { client, email } = await newPerson()
    const other = server.device()
    await other.signInWithPassword({ email, password: PASSWORD })
    const bystander = (await newPerson()).client
    const { access_token } = (await client.getSession()).data.session ?? {}

    expect((await client.signOut({ scope })).error).toBeNull()
    expect([await lives(client), await lives(other)]).toEqual(alive)
    expect(await lives(bystander)).toBe(true)
    expect((await callApi(access_token)).code).toBe(alive[0] ? undefined : 'session_not_found')
  })

  test('lets the reader of an emailed link choose a new password, once', async () => {
    const { client, email } = await newPerson()
    await server.mailed()
    mailbox.mails.length = 0
    expect(
      (await server.device().resetPasswordForEmail(email, { redirectTo: `${server.url}/reset-password` })).error,
    ).toBeNull()
    expect((await server.device().resetPasswordForEmail('unknown@example.org')).error).toBeNull()
    await server.mailed()
    expect(mailbox.mails.map((mail) => mail.to)).toEqual([email])
    const link = linkIn(mailbox.mails[0])
    expect(link).toMatchObject({ path: '/auth/confirm', type: 'recovery', redirect_to: '/reset-password' })

    const reader = server.device()
    const { data, error } = await reader.verifyOtp({ type: 'recovery', token_hash: link.token_hash })
    expect(error).toBeNull()
    expect(data.user?.user_metadata.email_verified).toBe(true)
    expect((await server.device().verifyOtp({ type: 'recovery', token_hash: link.token_hash })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    expect((await reader.updateUser({ password: 'recovered one' })).error).toBeNull()
    expect(await lives(client)).toBe(false)
  })
})
