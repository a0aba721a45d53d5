import { createHash, randomBytes } from 'node:crypto'
import { isAuthPKCECodeVerifierMissingError, type GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema } from '@callfolio/shared/contract/accounts/extension.ts'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { extensionRedirects } from './extension-redirects.ts'
import { exchangeCode } from './extension-sign-in.ts'
import { DEFAULT_LIMITS } from '../rate-limits.ts'

const PASSWORD = 'correct horse'
const [REDIRECT = ''] = extensionRedirects()

const newVerifier = () => randomBytes(42).toString('base64url')
const getChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const requestFor = (verifier: string) => ({
  code_challenge: getChallenge(verifier),
  code_challenge_method: 's256',
  redirect_to: `${REDIRECT}/`,
})

async function getBearer(client: GoTrueClient) {
  const { data } = await client.getSession()
  return { 'authorization': `Bearer ${data.session?.access_token}`, 'content-type': 'application/json' }
}

describe.each(DATABASES)('Extension sign-in through the web app, with accounts in %s', (_, open) => {
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

  /** A user who is signed in to the web app. */
  async function newPerson() {
    const email = `person${++people}@example.org`
    const web = server.device()
    expect((await web.signUp({ email, password: PASSWORD })).error).toBeNull()
    return { email, web }
  }

  async function grant(web: GoTrueClient, verifier: string): Promise<string> {
    const reply = await server.request(EXTENSION_AUTHORIZATION_PATH, {
      headers: await getBearer(web),
      json: requestFor(verifier),
    })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    return extensionCodeSchema.parse(await reply.json()).code
  }

  test('opens no session for a code exchanged while the password changes elsewhere', async () => {
    const { email, web } = await newPerson()
    const owner = server.device()
    await owner.signInWithPassword({ email, password: PASSWORD })
    const verifier = newVerifier()
    const code = await grant(web, verifier)
    const { accounts } = server
    const users: typeof accounts.users = {
      ...accounts.users,
      async byId(id) {
        expect((await owner.updateUser({ password: 'another horse' })).error).toBeNull()
        return accounts.users.byId(id)
      },
    }
    const client = { address: '192.0.2.1', userAgent: undefined }
    const exchange = exchangeCode({ ...accounts, users }, { code, verifier, client })
    await expect(exchange).rejects.toMatchObject({ code: 'flow_state_not_found' })
    const id = (await owner.getUser()).data.user?.id ?? ''
    expect(await accounts.sessions.list(id)).toHaveLength(1)
  })

  const lives = async (client: GoTrueClient) => (await client.getUser()).error === null

  test('opens a separate session for the extension with a granted code and its verifier', async () => {
    const { email, web } = await newPerson()
    const verifier = newVerifier()
    const code = await grant(web, verifier)
    const extension = server.device(verifier)
    const { data, error } = await extension.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { email } })
    expect((await extension.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await extension.refreshSession()).error).toBeNull()
    const methods = (await server.accounts.sessions.list(data.user?.id ?? '')).map(({ method }) => method)
    expect(methods.toSorted(), 'the list of sessions tells it from a browser').toEqual(['extension', 'password'])

    expect((await extension.signOut({ scope: 'local' })).error).toBeNull()
    expect([await lives(extension), await lives(web)]).toEqual([false, true])
  })

  test('ends the extension’s session and unused codes on signing out everywhere', async () => {
    const { web } = await newPerson()
    const [used, waiting] = [newVerifier(), newVerifier()]
    const extension = server.device(used)
    await extension.exchangeCodeForSession(await grant(web, used))
    const code = await grant(web, waiting)
    await web.signOut({ scope: 'global' })
    expect(await lives(extension)).toBe(false)
    expect((await server.device(waiting).exchangeCodeForSession(code)).error).toMatchObject({
      status: 404,
      code: 'flow_state_not_found',
    })
  })

  test('ends what another session granted when the password changes', async () => {
    const { email, web } = await newPerson()
    const verifier = newVerifier()
    const code = await grant(web, verifier)
    const other = server.device()
    await other.signInWithPassword({ email, password: PASSWORD })
    await other.updateUser({ password: 'a new password' })
    expect((await server.device(verifier).exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  })

  test('accepts a code once', async () => {
    const { web } = await newPerson()
    const verifier = newVerifier()
    const code = await grant(web, verifier)
    const attempts = await Promise.all([1, 2, 3].map(() => server.device(verifier).exchangeCodeForSession(code)))
    expect(attempts.map(({ error }) => error?.code ?? 'session').toSorted()).toEqual([
      'flow_state_not_found',
      'flow_state_not_found',
      'session',
    ])
  })

  test('accepts a code for two minutes', async () => {
    const { web } = await newPerson()
    const [early, late] = [newVerifier(), newVerifier()]
    const codes = [await grant(web, early), await grant(web, late)] as const
    clock.advance(119_000)
    expect((await server.device(early).exchangeCodeForSession(codes[0])).error).toBeNull()
    clock.advance(1000)
    expect((await server.device(late).exchangeCodeForSession(codes[1])).error).toMatchObject({
      status: 403,
      code: 'flow_state_expired',
    })
  })

  test('refuses another verifier, and consumes the code', async () => {
    const { web } = await newPerson()
    const verifier = newVerifier()
    const code = await grant(web, verifier)
    expect((await server.device(newVerifier()).exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: 'bad_code_verifier',
    })
    expect((await server.device(verifier).exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  })

  test('sends no request from a client that started no sign-in', async () => {
    const { web } = await newPerson()
    const code = await grant(web, newVerifier())
    expect(isAuthPKCECodeVerifierMissingError((await server.device('').exchangeCodeForSession(code)).error)).toBe(true)
  })

  test('can check a request before it is granted', async () => {
    const { web } = await newPerson()
    const query = new URLSearchParams(requestFor(newVerifier()))
    const asked = await server.request(`${EXTENSION_AUTHORIZATION_PATH}?${query}`, { headers: await getBearer(web) })
    expect(asked.status).toBe(204)
  })

  test.each([
    ['an address of another site', { redirect_to: 'https://evil.example/' }],
    ['the address of another extension', { redirect_to: 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/' }],
    ['no address', { redirect_to: undefined }],
    ['a script for an address', { redirect_to: 'javascript:alert(1)' }],
    ['the plain method', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: undefined }],
    ['no challenge', { code_challenge: '' }],
    ['a challenge that is no SHA-256', { code_challenge: 'x'.repeat(42) }],
  ])('gives the extension no session with %s', async (_what, change) => {
    const { web } = await newPerson()
    const headers = await getBearer(web)
    const json = { ...requestFor(newVerifier()), ...change }
    const query = new URLSearchParams(
      Object.entries(json).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const replies = [
      await server.request(EXTENSION_AUTHORIZATION_PATH, { headers, json }),
      await server.request(`${EXTENSION_AUTHORIZATION_PATH}?${query}`, { headers }),
    ]
    for (const reply of replies) {
      expect([reply.status, await reply.json()]).toEqual([
        400,
        { error: { code: 'invalid_request', message: expect.stringMatching(/\S/) } },
      ])
    }
  })

  test.each([
    ['no code', { code_verifier: 'v'.repeat(43) }, 400, 'validation_failed'],
    ['no verifier', { auth_code: 'made up' }, 400, 'validation_failed'],
    ['a verifier that is too short', { auth_code: 'made up', code_verifier: 'v'.repeat(42) }, 400, 'validation_failed'],
    ['an endless code', { auth_code: 'c'.repeat(600), code_verifier: 'v'.repeat(43) }, 400, 'validation_failed'],
    ['a made-up code', { auth_code: 'made up', code_verifier: 'v'.repeat(43) }, 404, 'flow_state_not_found'],
  ])('refuses an exchange with %s, with a code and a message', async (_what, json, status, code) => {
    const reply = await server.request('/auth/v1/token?grant_type=pkce', { json })
    expect([reply.status, await reply.json()]).toEqual([
      status,
      { code: status, error_code: code, msg: expect.stringMatching(/\S/) },
    ])
  })
})

describe.each(DATABASES)('On %s', (_, open) => {
  test('limits guesses of codes', async () => {
    const db = await open()
    const server = await startAuthServer(db, {
      limits: { ...DEFAULT_LIMITS, exchange: { perAddress: 2, perClient: 2, seconds: 300 } },
    })
    const guess = async () =>
      (
        await server.request('/auth/v1/token?grant_type=pkce', {
          json: { auth_code: 'guess', code_verifier: 'v'.repeat(43) },
        })
      ).status
    expect([await guess(), await guess(), await guess()]).toEqual([404, 404, 429])
    await server.close()
    await db.close()
  })
})
