import { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createMailbox, linkIn, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

const PASSWORD = 'long enough'
describe.each(DATABASES)('On %s', (_, open) => {
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let people = 0
  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { mailer: mailbox })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  type Flow = 'implicit' | 'pkce'

  /** The storage of a browser with a signed-in user. */
  async function newBrowser(): Promise<{ email: string; items: Map<string, string> }> {
    const email = `person${++people}@example.org`
    const items = new Map<string, string>()
    const client = openPage(items, 'implicit')
    await client.signUp({ email, password: PASSWORD })
    await server.mailed()
    const { token_hash } = linkIn(mailbox.mails.findLast(({ to }) => to === email))
    expect((await client.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
    return { email, items }
  }

  /** The client of the page the browser loads. */
  function openPage(items: Map<string, string>, flowType: Flow, address?: string): GoTrueClient {
    if (address !== undefined) {
      vi.stubGlobal('document', {})
      vi.stubGlobal('window', { location: { href: address }, history: { replaceState: () => undefined } })
    }
    return new GoTrueClient({
      url: `${server.url}/auth/v1`,
      storageKey: 'session-in-address',
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
      flowType,
      autoRefreshToken: false,
      detectSessionInUrl: address !== undefined,
    })
  }

  describe('The URL that opened a page', () => {
    test.each<[Flow, string, string]>([
      ['implicit', '#error=server_error', 'Error in URL with unspecified error_description'],
      ['implicit', '#error_code=identity_already_exists&error_description=Linked+elsewhere', 'Linked elsewhere'],
      ['implicit', '#error_code=otp_expired&error_description=Too+late', 'Too late'],
      ['implicit', '#access_token=made-up', 'No session defined in URL'],
      ['pkce', '#access_token=made-up', 'Not a valid PKCE flow url.'],
      ['implicit', '?code=made-up', 'Not a valid implicit grant flow url.'],
      ['pkce', '?code=made-up', 'This sign-in has expired. Start again.'],
      [
        'implicit',
        '#access_token=made-up&refresh_token=made-up&expires_in=3600&token_type=bearer',
        'invalid JWT: the token is expired or not from this server',
      ],
    ])('is refused with %s and %s, and keeps the signed-in user', async (flow, suffix, message) => {
      const { email, items } = await newBrowser()
      if (suffix.startsWith('?code')) items.set('session-in-address-code-verifier', JSON.stringify('v'.repeat(43)))
      const page = openPage(items, flow, `${server.url}/dashboard${suffix}`)
      expect((await page.initialize()).error?.message).toBe(message)
      expect((await page.getUser()).data.user?.email).toBe(email)
    })

    test('has the reason why an emailed link was already used', async () => {
      const { email, items } = await newBrowser()
      await server.device().resetPasswordForEmail(email, { redirectTo: `${server.url}/auth/reset-password` })
      await server.mailed()
      const { token_hash: token } = linkIn(mailbox.mails.findLast(({ to }) => to === email))
      const follow = async () => {
        const query = new URLSearchParams({ token, type: 'recovery', redirect_to: '/auth/reset-password' })
        const reply = await server.request(`/auth/v1/verify?${query}`, { redirect: 'manual' })
        return new URL(reply.headers.get('location') ?? '', server.url).href
      }
      expect((await openPage(new Map(), 'implicit', await follow()).initialize()).error).toBeNull()
      const again = openPage(items, 'implicit', await follow())
      expect((await again.initialize()).error).toMatchObject({ details: { code: 'otp_expired' } })
      expect((await again.getUser()).data.user?.email).toBe(email)
    })
  })

  describe('A token', () => {
    const forged = async (token: string, kid: string) => {
      const { privateKey } = await generateKeyPair('ES256')
      return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).sign(privateKey)
    }

    test('with an unpublished key or a wrong signature is refused by the client, or else the server', async () => {
      const { items } = await newBrowser()
      const client = openPage(items, 'implicit')
      const token = (await client.getSession()).data.session?.access_token ?? ''
      expect((await client.getClaims(token)).error).toBeNull()
      const { kid = '' } = decodeProtectedHeader(token)
      expect((await client.getClaims(await forged(token, 'unknown'))).error).toMatchObject({ code: 'bad_jwt' })
      expect((await client.getClaims(await forged(token, kid))).error?.message).toBe('Invalid JWT signature')
    })
  })
})
