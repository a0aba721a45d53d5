import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GoTrueClient } from '@supabase/auth-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import OidcProvider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { codeIn, createMailbox, createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { createGithubProvider } from './github.ts'
import { createOidcProvider } from './oidc.ts'

const PASSWORD = 'long enough'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const [CLIENT_ID, CLIENT_SECRET] = ['callfolio', 'a secret of the client']

/** A browser that follows redirects and keeps its cookies by host. */
function createBrowser() {
  const cookies = new Map<string, Map<string, string>>()
  return {
    /** @param stop the address not to follow. @returns that address. */
    async visit(address: string, stop: (url: URL) => boolean): Promise<URL> {
      let url = new URL(address)
      for (let hops = 0; hops < 12; hops++) {
        if (stop(url)) return url
        const jar = cookies.get(url.host) ?? new Map<string, string>()
        cookies.set(url.host, jar)
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          const at = pair.indexOf('=')
          jar.set(pair.slice(0, at), pair.slice(at + 1))
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
        url = new URL(location, url)
      }
      throw new Error('It went round and round')
    },
  }
}

/** A certified provider with one signed-in user at a time. */
async function startProvider(callback: () => string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const person = { sub: '', email: '', email_verified: true, name: 'Ann Lee' }
  const started: { provider?: OidcProvider } = {}
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    void (async () => {
      const { provider } = started
      if (!provider) return response.end()
      asked.push(request.url ?? '')
      if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
      const { params, prompt } = await provider.interactionDetails(request, response)
      if (prompt.name === 'login') {
        const login = { login: { accountId: person.sub } }
        return provider.interactionFinished(request, response, login)
      }
      const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
      grant.addOIDCScope('openid email profile')
      const consent = { consent: { grantId: await grant.save() } }
      return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  started.provider = new OidcProvider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [callback()] }],
    jwks: { keys: [jwk] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    cookies: { keys: ['a key'] },
  })
  return {
    issuer,
    person,
    /** Requested paths. */
    asked,
    /** An ID token as the provider would sign it, except for the given claims. */
    idToken: ({ iat, ...claims }: Record<string, unknown> & { iat?: Date }) =>
      new SignJWT({ ...person, aud: CLIENT_ID, iss: issuer, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuedAt(iat)
        .setExpirationTime('5m')
        .sign(privateKey),
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

describe.each(DATABASES)('Signing in with a provider, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let provider: Awaited<ReturnType<typeof startProvider>>
  /** A provider that must not receive another provider's codes. */
  let other: typeof provider
  let people = 0

  beforeAll(async () => {
    db = await open()
    const providers: ReturnType<typeof createOidcProvider>[] = []
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox, providers })
    provider = await startProvider(() => `${server.url}/auth/v1/callback/custom:oidc`)
    other = await startProvider(() => `${server.url}/auth/v1/callback/custom:other`)
    const common = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
    providers.push(
      createOidcProvider({ ...common, issuer: provider.issuer, name: 'custom:oidc', label: 'Acme' }),
      createOidcProvider({ ...common, issuer: other.issuer, name: 'custom:other', label: 'Other' }),
      createGithubProvider({ ...common, site: other.issuer }),
    )
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
    await other.close()
    await db.close()
  })

  function newVisitor(fields: Partial<typeof provider.person> = {}) {
    people += 1
    const person = { sub: `sub${people}`, email: `person${people}@example.org`, email_verified: true, name: 'Ann Lee' }
    return Object.assign(provider.person, person, fields)
  }
  const isBack = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/auth/v1/')
  const isCallback = ({ pathname }: URL) => pathname === '/auth/v1/callback/custom:oidc'
  const getError = (url: URL) => new URLSearchParams(url.hash.slice(1)).get('error_code')
  async function begin(client: GoTrueClient, redirectTo = `${server.url}/upload`): Promise<string> {
    const options = { redirectTo, skipBrowserRedirect: true }
    const { data, error } = await client.signInWithOAuth({ provider: 'custom:oidc', options })
    if (error) throw error
    return data.url
  }
  async function enter(client = server.pkceDevice()) {
    const back = await createBrowser().visit(await begin(client), isBack)
    return { client, back, exchanged: await client.exchangeCodeForSession(back.searchParams.get('code') ?? '') }
  }
  async function mailPerson(email: string): Promise<GoTrueClient> {
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    await server.mailed()
    await client.verifyOtp({ email, type: 'signup', token: codeIn(mailbox.mails.findLast(({ to }) => to === email)) })
    return client
  }

  test('creates an account with a verified address for a new user, and finds it the next time', async () => {
    const { email } = newVisitor()
    const first = await enter()
    expect(first.back.pathname).toBe('/upload')
    expect(first.exchanged.error).toBeNull()
    expect(first.exchanged.data.user).toMatchObject({
      email,
      app_metadata: { provider: 'custom:oidc', providers: ['custom:oidc'] },
      user_metadata: { full_name: 'Ann Lee', email_verified: true },
    })
    const again = await enter()
    expect(again.exchanged.data.user?.id).toBe(first.exchanged.data.user?.id)
    expect((await first.client.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  test('strips characters that a database or page can’t have from a name', async () => {
    newVisitor({ name: 'Ann\0 \u202ELee\ud83d' })
    const { exchanged } = await enter()
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.user_metadata['full_name']).toBe('Ann Lee\ufffd')
  })

  test('returns the session in the fragment without a verifier', async () => {
    newVisitor()
    const back = await createBrowser().visit(await begin(server.device()), isBack)
    expect(new URLSearchParams(back.hash.slice(1)).get('access_token')).toBeTruthy()
    expect(back.search).toBe('')
  })

  test('joins an account by its address only when both sides verified it', async () => {
    const { email } = newVisitor()
    const owner = await mailPerson(email)
    const { exchanged } = await enter()
    expect(exchanged.data.user?.id).toBe((await owner.getUser()).data.user?.id)

    const unproved = newVisitor({ email_verified: false })
    await mailPerson(unproved.email)
    expect(getError((await enter()).back)).toBe('provider_email_needs_verification')
  })

  test('removes the password of an account that a stranger created before the address’s owner signed in', async () => {
    const { email } = newVisitor()
    await server.device().signUp({ email, password: 'the stranger’s' })
    expect((await enter()).exchanged.data.user?.email).toBe(email)
    const stranger = await server.device().signInWithPassword({ email, password: 'the stranger’s' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  test('accepts a response once, in the browser that started, within ten minutes', async () => {
    newVisitor()
    const client = server.pkceDevice()
    const url = await begin(client)
    const mine = createBrowser()
    const answer = await mine.visit(url, isCallback)
    // The attacker's response is sent to another user.
    expect(getError(await createBrowser().visit(answer.href, isBack))).toBe('bad_oauth_state')
    expect(getError(await mine.visit(answer.href, isBack)), 'it was spent by that').toBe('bad_oauth_state')

    const late = createBrowser()
    const lateAnswer = await late.visit(await begin(client), isCallback)
    clock.advance(11 * 60_000)
    expect(getError(await late.visit(lateAnswer.href, isBack))).toBe('bad_oauth_state')
  })

  test('refuses a response from another issuer, or with another code', async () => {
    newVisitor()
    for (const [name, value] of [
      ['iss', 'https://evil.example'],
      ['code', 'made-up'],
    ] as const) {
      const browser = createBrowser()
      const answer = await browser.visit(await begin(server.pkceDevice()), isCallback)
      answer.searchParams.set(name, value)
      expect(getError(await browser.visit(answer.href, isBack))).toBe('bad_oauth_callback')
    }
  })

  test.each(['nonce', 'code_challenge'])('refuses a sign-in whose %s differs at the provider', async (name) => {
    newVisitor()
    const begun = new URL(await begin(server.pkceDevice()))
    const browser = createBrowser()
    const asked = await browser.visit(begun.href, ({ origin }) => origin === provider.issuer)
    expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    asked.searchParams.set(name, 'x'.repeat(43))
    const answer = await browser.visit(asked.href, isCallback)
    expect(answer.searchParams.get('code')).toBeTruthy()
    expect(getError(await browser.visit(answer.href, isBack))).toBe('bad_oauth_callback')
  })

  test.each([
    ['with its issuer', 'custom:other', 'custom:other'],
    ['without an issuer', 'custom:other', 'custom:other'],
    // A provider that names no issuer: only the path identifies the response.
    ['without an issuer', 'github', 'custom:oidc'],
  ])(
    'rejects a response from one provider, %s, at the path of %s, without leaking the code',
    async (how, begunAt, path) => {
      newVisitor()
      const browser = createBrowser()
      const honest = await browser.visit(await begin(server.pkceDevice()), isCallback)
      const begun = await server.request(`/auth/v1/authorize?provider=${begunAt}`, { redirect: 'manual' })
      const elsewhere = new URL(begun.headers.get('location') ?? '')
      expect(elsewhere.origin).toBe(other.issuer)
      honest.pathname = `/auth/v1/callback/${path}`
      honest.searchParams.set('state', elsewhere.searchParams.get('state') ?? '')
      if (how === 'without an issuer') honest.searchParams.delete('iss')
      const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const back = await fetch(honest, { redirect: 'manual', headers: { cookie } })
      expect(back.headers.get('location')).toContain('bad_oauth_callback')
      expect(other.asked.filter((asked) => asked.includes('token'))).toEqual([])
    },
  )

  test('does not link an identity in the victim’s browser when an attacker started it', async () => {
    const attacker = await mailPerson(`fixer${++people}@example.org`)
    newVisitor()
    const token = (await attacker.getSession()).data.session?.access_token
    const query = 'provider=custom:oidc&redirect_to=/dashboard&skip_http_redirect=true'
    const headers = { authorization: `Bearer ${token}` }
    const asked = await server.request(`/auth/v1/user/identities/authorize?${query}`, { headers })
    const { url } = (await asked.json()) as { url: string }
    expect(getError(await createBrowser().visit(url, isBack))).toBe('bad_oauth_state')
    const { data } = await attacker.getUserIdentities()
    expect(data?.identities.map((each) => each.provider)).toEqual(['email'])
  })

  test('redirects to no other site', async () => {
    newVisitor()
    for (const wanted of ['https://evil.example/', '/%09/evil.example', 'http:evil.example', '//evil.example']) {
      const url = await begin(server.device(), wanted)
      const back = await createBrowser().visit(url, (at) => isBack(at) || at.hostname.includes('evil'))
      expect([back.origin, back.pathname]).toEqual([server.url, '/dashboard'])
    }
  })

  test('refuses a provider that is not configured', async () => {
    const response = await server.request('/auth/v1/authorize?provider=google', { redirect: 'manual' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error_code: 'provider_disabled' })
  })

  test('links, lists and unlinks identities, but keeps the last one', async () => {
    const client = await mailPerson(`linker${++people}@example.org`)
    const linkUp = async () => {
      const browser = createBrowser()
      const token = (await client.getSession()).data.session?.access_token
      const query = 'provider=custom:oidc&redirect_to=/dashboard&skip_http_redirect=true'
      const headers = { authorization: `Bearer ${token}` }
      const asked = await server.request(`/auth/v1/user/identities/authorize?${query}`, { headers })
      const { url } = (await asked.json()) as { url: string }
      const [cookie = ''] = asked.headers.getSetCookie()
      const answer = await browser.visit(url, isCallback)
      const back = await fetch(answer, { redirect: 'manual', headers: { cookie: cookie.split(';')[0] ?? '' } })
      return new URL(back.headers.get('location') ?? '', server.url)
    }
    const only = (await client.getUserIdentities()).data?.identities[0]
    if (!only) throw new Error('no identity')
    expect((await client.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
    newVisitor()
    expect((await linkUp()).hash).toBe('')
    const { data } = await client.getUserIdentities()
    expect(data?.identities.map((each) => each.provider)).toEqual(['email', 'custom:oidc'])
    expect(getError(await linkUp())).toBe('identity_already_exists')
    const linked = data?.identities[1]
    if (!linked) throw new Error('not linked')
    expect((await client.unlinkIdentity(linked)).error).toBeNull()
    expect((await client.unlinkIdentity({ ...linked, identity_id: 'made-up' })).error).toMatchObject({
      status: 404,
      code: 'identity_not_found',
    })
  })

  test('lets the client ask where to link an identity', async () => {
    const client = await mailPerson(`asker${++people}@example.org`)
    const { data, error } = await client.linkIdentity({ provider: 'custom:oidc' })
    expect(error).toBeNull()
    expect(data.url).toContain(`${provider.issuer}/auth?`)
  })

  test('opens a session for an ID token when the client knows the nonce behind its hash', async () => {
    const { email, sub } = newVisitor()
    const nonce = 'a nonce'
    const token = await provider.idToken({ sub, nonce: sha256(nonce), aud: [CLIENT_ID, 'an api'], azp: CLIENT_ID })
    const { data, error } = await server.device().signInWithIdToken({ provider: 'custom:oidc', token, nonce })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    const linker = await mailPerson(`tokens${++people}@example.org`)
    newVisitor()
    const linked = await provider.idToken({ sub: 'to be linked' })
    expect((await linker.linkIdentity({ provider: 'custom:oidc', token: linked })).error).toBeNull()
    expect((await linker.getUserIdentities()).data?.identities).toHaveLength(2)
  })

  test('rejects an ID token for another audience, too old, or with a wrong nonce or signature', async () => {
    newVisitor()
    const { privateKey } = await generateKeyPair('RS256')
    const forged = new SignJWT({ ...provider.person, aud: CLIENT_ID, iss: provider.issuer })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
    const confused = new SignJWT({ ...provider.person, aud: CLIENT_ID, iss: provider.issuer })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
    for (const [token, nonce] of [
      [await provider.idToken({ aud: 'another client' }), undefined],
      [await provider.idToken({ iss: 'https://evil.example' }), undefined],
      [await provider.idToken({ nonce: sha256('another') }), 'a nonce'],
      [await provider.idToken({ nonce: 'a nonce that the token shows' }), 'a nonce that the token shows'],
      [await provider.idToken({ nonce: sha256('a nonce') }), sha256('a nonce')],
      [await provider.idToken({ aud: [CLIENT_ID, 'another client'] }), undefined],
      [await provider.idToken({ aud: [CLIENT_ID, 'another client'], azp: 'another client' }), undefined],
      [await provider.idToken({ iat: new Date(Date.now() - 15 * 60_000) }), undefined],
      [await provider.idToken({ iat: new Date(Date.now() + 15 * 60_000) }), undefined],
      [await provider.idToken({ nonce: 'kept' }), undefined],
      [await provider.idToken({}), 'a nonce'],
      [await forged.sign(privateKey), undefined],
      [await confused.sign(new TextEncoder().encode(CLIENT_SECRET)), undefined],
      [await new SignJWT({ ...provider.person }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey), undefined],
    ] as const) {
      const given = { provider: 'custom:oidc' as const, token, ...(nonce !== undefined && { nonce }) }
      expect((await server.device().signInWithIdToken(given)).error?.code).toBe('bad_jwt')
    }
  })

  test('opens one session per ID token, however its signature is encoded', async () => {
    const { sub } = newVisitor()
    const token = await provider.idToken({ sub })
    const enterWith = async (given: string) =>
      (await server.device().signInWithIdToken({ provider: 'custom:oidc', token: given })).error?.code
    expect(await enterWith(token)).toBeUndefined()
    expect(await enterWith(token)).toBe('bad_jwt')
    expect(await enterWith(`${token}==`)).toBe('bad_jwt')
    const linker = await mailPerson(`replays${++people}@example.org`)
    expect((await linker.linkIdentity({ provider: 'custom:oidc', token })).error?.code).toBe('bad_jwt')
  })

  test.each([
    'evil\r\nbcc: x@example.org',
    'two@example.org@example.org',
    'a person',
    'x@localhost',
    `${'x'.repeat(400)}@example.org`,
  ])('refuses an address that can’t be typed: %j', async (email) => {
    const { sub } = newVisitor({ email })
    const before = await db.$count(db.schema.users)
    const token = await provider.idToken({ sub })
    const { error } = await server.device().signInWithIdToken({ provider: 'custom:oidc', token })
    expect(error?.code).toBe('provider_email_needs_verification')
    expect(getError((await enter()).back)).toBe('provider_email_needs_verification')
    expect(await db.$count(db.schema.users)).toBe(before)
  })
})
