// oxlint-disable-next-line import/no-unassigned-import -- the certificates' library needs it
import 'reflect-metadata'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { X509CertificateGenerator } from '@peculiar/x509'
import type { GoTrueClient } from '@supabase/auth-js'
import { desc, eq } from 'drizzle-orm'
import samlp from 'samlp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createMailbox, createTestClock, linkIn, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { hashToken } from '../sessions/secret-token.ts'
import { createSamlProvider } from './saml.ts'

const EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

async function createSigner() {
  const alg = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: Uint8Array.of(1, 0, 1),
    modulusLength: 2048,
  }
  const keys = await crypto.subtle.generateKey(alg, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({ keys, name: 'CN=An identity provider' })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`, cert: certificate.toString('pem') }
}

/** A SAML response as a browser would post it. */
interface Answer {
  SAMLResponse: string
  RelayState: string
}

/** Auth0's identity provider with one signed-in user at a time. */
async function startIdentityProvider(signer: { key: string; cert: string }) {
  const person = { id: '', email: '', displayName: 'Ann Lee' }
  const said: Record<string, unknown> = {}
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://idp')
    const answer = samlp.auth({
      issuer: 'urn:acme',
      ...signer,
      // The response it posts, without the page around it.
      responseHandler: (saml: Buffer) =>
        response.end(
          JSON.stringify({ SAMLResponse: saml.toString('base64'), RelayState: searchParams.get('RelayState') }),
        ),
      getPostURL: (
        _audience: string,
        dom: { documentElement: { getAttribute(name: string): string } },
        _request: unknown,
        done: (error: null, url: string) => void,
      ) => done(null, dom.documentElement.getAttribute('AssertionConsumerServiceURL')),
      getUserFromRequest: () => ({
        id: person.id,
        displayName: person.displayName,
        emails: [{ value: person.email }],
        name: { givenName: 'Ann', familyName: 'Lee' },
      }),
      recipient: said['recipient'] ?? acsUrl,
      destination: acsUrl,
      ...said,
    } as unknown as Parameters<typeof samlp.auth>[0])
    const asked = Object.assign(request, { query: Object.fromEntries(searchParams) })
    answer(asked as never, response as never, (error: unknown) => response.writeHead(500).end(String(error)))
  })
  let acsUrl = ''
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    person,
    signInUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`,
    answersTo: (url: string) => void (acsUrl = url),
    /** Overrides its response while `act` runs. */
    async saying<T>(other: Record<string, unknown>, act: () => Promise<T>): Promise<T> {
      Object.assign(said, other)
      try {
        return await act()
      } finally {
        for (const name of Object.keys(said)) delete said[name]
      }
    },
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

const getXml = ({ SAMLResponse }: Answer) => Buffer.from(SAMLResponse, 'base64').toString()
const withXml = (answer: Answer, xml: string) => ({ ...answer, SAMLResponse: Buffer.from(xml).toString('base64') })

describe.each(DATABASES)('Single sign-on, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let signer: Awaited<ReturnType<typeof createSigner>>
  let idp: Awaited<ReturnType<typeof startIdentityProvider>>
  let people = 0

  beforeAll(async () => {
    db = await open()
    const providers: ReturnType<typeof createSamlProvider>[] = []
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox, providers })
    signer = await createSigner()
    idp = await startIdentityProvider(signer)
    idp.answersTo(`${server.url}/auth/v1/sso/saml/acs`)
    const { signInUrl } = idp
    const other = await createSigner()
    const common = { label: 'Acme', signInUrl, entityId: 'urn:acme', clock: clock.now }
    const acme = { ...common, id: 'acme', domains: ['acme.example'] }
    providers.push(
      createSamlProvider({ ...acme, certificates: [other.cert, signer.cert].join() }),
      createSamlProvider({ ...acme, id: 'other', domains: [], entityId: 'urn:other', certificates: other.cert }),
    )
  })
  afterAll(async () => {
    await server.close()
    await idp.close()
    await db.close()
  })

  function newPerson(email = `person${++people}@acme.example`) {
    return Object.assign(idp.person, { id: `id of ${email}`, email })
  }
  async function begin(client: GoTrueClient, asked: { domain: string } | { providerId: string }) {
    const { data, error } = await client.signInWithSSO({ ...asked, options: { redirectTo: `${server.url}/upload` } })
    if (error) throw error
    const left = await fetch(data.url, { redirect: 'manual' })
    const [cookie = ''] = left.headers.getSetCookie()
    return { cookie, location: left.headers.get('location') ?? '' }
  }
  const getAnswer = async (location: string) => {
    const response = await fetch(location)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Answer
  }
  async function post(answer: Answer, cookie: string) {
    const reply = await server.request('/auth/v1/sso/saml/acs', {
      method: 'POST',
      body: new URLSearchParams({ ...answer }),
      redirect: 'manual',
      headers: { cookie: cookie.split(';')[0] ?? '', origin: 'https://idp.acme.example' },
    })
    return new URL(reply.headers.get('location') ?? '', server.url)
  }
  /** @param change what an attacker in between does to the response. */
  async function enter(change: (answer: Answer) => Answer = (answer) => answer, client = server.pkceDevice()) {
    const { cookie, location } = await begin(client, { domain: 'acme.example' })
    const back = await post(change(await getAnswer(location)), cookie)
    const refusal = new URLSearchParams(back.hash.slice(1)).get('error_code')
    return { client, back, refusal, code: back.searchParams.get('code') ?? '' }
  }

  test.each([{ domain: 'ACME.example' }, { providerId: 'acme' }])(
    'signs in a user requested by %j with a verified address, and as the same user the next time',
    async (asked) => {
      const { email } = newPerson()
      const client = server.pkceDevice()
      const { cookie, location } = await begin(client, asked)
      expect(cookie).toMatch(/^sign_in_flow=.*Path=\/auth\/v1\/sso\/saml\/acs; HttpOnly; Secure; SameSite=None$/)
      const back = await post(await getAnswer(location), cookie)
      expect(back.pathname).toBe('/upload')
      const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
      expect(error).toBeNull()
      expect(data.user).toMatchObject({
        email,
        app_metadata: { provider: 'sso:acme' },
        user_metadata: { full_name: 'Ann Lee', email_verified: true },
      })
      expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
      const again = await enter()
      expect((await again.client.exchangeCodeForSession(again.code)).data.user?.id).toBe(data.user?.id)
    },
  )

  test('refuses a response that is not a form', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    const reply = await server.request('/auth/v1/sso/saml/acs', { method: 'POST', body: '--x', headers })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'validation_failed' }),
    ])
  })

  test('accepts addresses only from the provider’s own domains', async () => {
    newPerson('ceo@other.example')
    expect((await enter()).refusal).toBe('provider_email_needs_verification')
    newPerson('ceo@evil.acme.example')
    expect((await enter()).refusal).toBe('provider_email_needs_verification')
  })

  test('recognizes a user who signs in another way with a verified address', async () => {
    const { email } = newPerson()
    const owner = server.device()
    await owner.signUp({ email, password: 'long enough' })
    await server.mailed()
    const { token_hash } = linkIn(mailbox.mails.at(-1))
    const { data } = await owner.verifyOtp({ type: 'signup', token_hash })
    const { client, code } = await enter()
    expect((await client.exchangeCodeForSession(code)).data.user?.id).toBe(data.user?.id)
  })

  test('refuses a domain without a provider, and an unknown provider', async () => {
    for (const asked of [{ domain: 'nowhere.example' }, { providerId: 'made-up' }])
      expect((await server.device().signInWithSSO(asked)).error).toMatchObject({
        status: 404,
        code: 'sso_provider_not_found',
      })
  })

  test('publishes this server’s metadata for identity providers', async () => {
    const metadata = await (await server.request('/auth/v1/sso/saml/metadata')).text()
    expect(metadata).toContain(`entityID="${server.url}/auth/v1/sso/saml/metadata"`)
    expect(metadata).toContain(`Location="${server.url}/auth/v1/sso/saml/acs"`)
    expect(metadata).toContain('WantAssertionsSigned="true"')
  })

  test.each([
    ['another audience', { audience: 'https://evil.example' }],
    ['another recipient', { recipient: 'https://evil.example/acs' }],
    ['another issuer', { issuer: 'urn:evil' }],
    ['another request', { inResponseTo: '_another' }],
    ['no signature', { signAssertion: false }],
    ['a signature of the answer only', { signAssertion: false, signResponse: true }],
    ['SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }],
    ['a digest of SHA-1', { digestAlgorithm: 'sha1' }],
    [
      'a name that is another one each time',
      { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
  ])('refuses an assertion with %s', async (_what, said) => {
    newPerson()
    expect(await idp.saying(said, async () => (await enter()).refusal)).toBe('bad_oauth_callback')
  })

  test.each<[string, (xml: string) => string]>([
    ['a character reference in', (xml) => xml.replaceAll('sha1"', 'sha&#49;"').replaceAll('sha1"', 'sha&#x31;"')],
    ['a reference for the #-sign of', (xml) => xml.replaceAll('xmldsig#', 'xmldsig&#35;')],
  ])('refuses an assertion with %s the name of SHA-1', async (_what, written) => {
    newPerson()
    const said = { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }
    const { refusal } = await idp.saying(said, () =>
      enter((answer) => {
        expect(written(getXml(answer))).not.toBe(getXml(answer))
        return withXml(answer, written(getXml(answer)))
      }),
    )
    expect(refusal).toBe('bad_oauth_callback')
  })

  test('refuses an address that can’t be typed', async () => {
    newPerson('evil\r\nbcc: x@acme.example')
    const before = await db.$count(db.schema.users)
    expect((await enter()).refusal).toBe('provider_email_needs_verification')
    expect(await db.$count(db.schema.users)).toBe(before)
  })

  test('refuses an assertion signed by another key', async () => {
    newPerson()
    const thief = await createSigner()
    expect(await idp.saying(thief, async () => (await enter()).refusal)).toBe('bad_oauth_callback')
  })

  test('refuses an expired assertion while its sign-in is still open', async () => {
    newPerson()
    const client = server.pkceDevice()
    const { cookie, location } = await begin(client, { domain: 'acme.example' })
    const answer = await idp.saying({ lifetimeInSeconds: 60 }, () => getAnswer(location))
    clock.advance(3 * 60_000)
    expect((await post(answer, cookie)).hash).toContain('bad_oauth_callback')
  })

  test('accepts a response once, in the browser that started, for its own sign-in', async () => {
    newPerson()
    const client = server.pkceDevice()
    const mine = await begin(client, { domain: 'acme.example' })
    const answer = await getAnswer(mine.location)
    const other = await begin(server.pkceDevice(), { domain: 'acme.example' })
    const { RelayState } = await getAnswer(other.location)
    expect((await post({ ...answer, RelayState }, other.cookie)).hash, 'another sign-in').toContain(
      'bad_oauth_callback',
    )
    expect((await post(answer, mine.cookie)).searchParams.get('code')).toBeTruthy()
    expect((await post(answer, mine.cookie)).hash, 'again').toContain('bad_oauth_state')
    const stolen = await begin(client, { domain: 'acme.example' })
    expect((await post(await getAnswer(stolen.location), '')).hash, 'another browser').toContain('bad_oauth_state')
    expect((await post({ ...answer, RelayState: '' }, mine.cookie)).hash, 'not requested').toContain('bad_oauth_state')
  })

  test('accepts an assertion once, even if its sign-in could be completed again', async () => {
    newPerson()
    const { cookie, location } = await begin(server.pkceDevice(), { providerId: 'acme' })
    const answer = await getAnswer(location)
    const { signInFlows } = db.schema
    const [flow] = await db
      .select()
      .from(signInFlows)
      .where(eq(signInFlows.hash, hashToken(answer.RelayState)))
    if (!flow) throw new Error('no sign-in was begun')
    expect((await post(answer, cookie)).searchParams.get('code')).toBeTruthy()
    await server.accounts.flows.insert(flow)
    expect((await post(answer, cookie)).hash).toContain('bad_oauth_callback')
    // It is remembered until the assertion itself expires.
    const [spent] = await db
      .select()
      .from(db.schema.spentProofs)
      .orderBy(desc(db.schema.spentProofs.expiresAt))
      .limit(1)
    const end = /NotOnOrAfter="([^"]+)"/.exec(getXml(answer))?.[1] ?? ''
    expect(spent?.expiresAt.getTime()).toBeGreaterThanOrEqual(Date.parse(end))
  })

  test('refuses a response at another provider’s path, whatever it claims', async () => {
    newPerson()
    const { cookie, location } = await begin(server.pkceDevice(), { providerId: 'acme' })
    const path = '/auth/v1/callback/sso:acme'
    const said = { recipient: server.url + path, audience: `${server.url}/auth/v1/callback/metadata` }
    const { SAMLResponse, RelayState } = await idp.saying(said, () => getAnswer(location))
    const query = new URLSearchParams({ state: RelayState, SAMLResponse })
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const back = await server.request(`${path}?${query}`, { redirect: 'manual', headers })
    expect(back.headers.get('location')).toContain('bad_oauth_callback')
  })

  test('refuses a response of one provider for another', async () => {
    newPerson()
    const { cookie, location } = await begin(server.pkceDevice(), { providerId: 'other' })
    expect((await post(await getAnswer(location), cookie)).hash).toContain('bad_oauth_callback')
  })

  describe('signature wrapping:', () => {
    const makeEvil = (assertion: string) =>
      assertion
        .replace(/ID="[^"]+"/, 'ID="_evil"')
        .replaceAll(/person\d+@acme\.example/g, 'ceo@acme.example')
        .replace(/<Signature[\s\S]*<\/Signature>/, '')
    const parts = (xml: string) => {
      const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
      const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(assertion) ?? []
      return { assertion, signature, evil: makeEvil(assertion) }
    }
    const inserted = (evil: string, inner: string) => evil.replace('</saml:Subject>', `${inner}</saml:Subject>`)
    const signedWith = (evil: string, signature: string) =>
      evil.replace(/(<saml:Issuer>[^<]*<\/saml:Issuer>)/, `$1${signature}`)

    test.each<[string, (xml: string) => string]>([
      [
        'a forged assertion before the signed one',
        (xml) => xml.replace('<saml:Assertion', `${parts(xml).evil}<saml:Assertion`),
      ],
      ['a forged assertion after it', (xml) => xml.replace('</saml:Assertion>', `</saml:Assertion>${parts(xml).evil}`)],
      [
        'the signed one inside the forged one’s signature',
        (xml) => {
          const { assertion, signature, evil } = parts(xml)
          const bare = assertion.replace(signature, '')
          const holding = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`)
          return xml.replace(assertion, signedWith(evil, holding))
        },
      ],
      [
        'the signed one inside the forged one',
        (xml) => {
          const { assertion, evil } = parts(xml)
          return xml.replace(assertion, inserted(evil, assertion))
        },
      ],
      [
        'the forged one with the other’s signature, which stands in extensions',
        (xml) => {
          const { assertion, signature, evil } = parts(xml)
          const extensions = `<samlp:Extensions>${assertion.replace(signature, '')}</samlp:Extensions>`
          return xml.replace(assertion, extensions + signedWith(evil, signature))
        },
      ],
      [
        'two assertions of one id',
        (xml) => {
          const { assertion, evil } = parts(xml)
          const id = /ID="[^"]+"/.exec(assertion)?.[0] ?? ''
          return xml.replace(assertion, evil.replace('ID="_evil"', id) + assertion)
        },
      ],
      ['a changed address', (xml) => xml.replaceAll(/person\d+@acme\.example/g, 'ceo@acme.example')],
      ['its signature taken out', (xml) => xml.replace(parts(xml).signature, '')],
      [
        'the answer inside its own signature, with a forged one around it',
        (xml) => {
          const { assertion, signature, evil } = parts(xml)
          const inner = signature.replace(
            '</Signature>',
            `<Object>${xml.replace(/<\?xml[^>]*\?>/, '')}</Object></Signature>`,
          )
          return xml.replace(assertion, signedWith(evil, inner))
        },
      ],
      [
        'the forged one around the signed one’s id, given twice',
        (xml) => {
          const { assertion, signature, evil } = parts(xml)
          const id = /ID="[^"]+"/.exec(assertion)?.[0] ?? ''
          const bare = assertion.replace(signature, '')
          return xml.replace(assertion, inserted(signedWith(evil.replace('ID="_evil"', id), signature), bare))
        },
      ],
      [
        'a forged address in a CDATA section beside the signed one',
        (xml) => xml.replaceAll(/(person\d+@acme\.example)/g, 'ceo@acme.example<![CDATA[.]]>'),
      ],
      [
        'two references in one signature',
        (xml) => {
          const reference = /<Reference[\s\S]*<\/Reference>/.exec(xml)?.[0] ?? ''
          return xml.replace(reference, reference + reference)
        },
      ],
      ['a document type', (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`],
    ])('%s is refused', async (_what, wrap) => {
      newPerson()
      const { refusal } = await enter((answer) => {
        const wrapped = wrap(getXml(answer))
        expect(wrapped).not.toBe(getXml(answer))
        return withXml(answer, wrapped)
      })
      expect(refusal).toBe('bad_oauth_callback')
      expect(await server.accounts.users.byEmail('ceo@acme.example')).toBeNull()
    })

    test('keeps the full address when it contains a comment', async () => {
      newPerson('ceo@acme.example.evil.example')
      const { refusal } = await enter((answer) =>
        withXml(answer, getXml(answer).replaceAll('ceo@acme.example', 'ceo@acme.example<!---->')),
      )
      expect(refusal).toBe('provider_email_needs_verification')
      expect(await server.accounts.users.byEmail('ceo@acme.example')).toBeNull()
    })
  })

  test('reads the address from the assertion when it is nowhere else', async () => {
    newPerson()
    const email = `person${++people}@acme.example`
    idp.person.id = email
    idp.person.email = ''
    const { client, code } = await enter((answer) => {
      expect(getXml(answer)).not.toMatch(new RegExp(`${EMAIL}"[^/]*>[^<]*@`))
      return answer
    })
    expect((await client.exchangeCodeForSession(code)).data.user?.email).toBe(email)
  })
})
