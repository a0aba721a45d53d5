import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGithubProvider } from './github.ts'
import type { Provider } from './provider.ts'

const secrets = { state: 'a state', nonce: '', verifier: 'v'.repeat(43) }
const redirectUri = 'https://calls.example/auth/v1/callback/github'
const emails = [
  { email: 'Other@example.org', primary: false, verified: true },
  { email: 'Ann@Example.org', primary: true, verified: false },
]
let challenge = ''
let site = ''
let provider: Provider

/** As strict as GitHub about the client's secret, the code, its verifier and the token. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const answer = (status: number, content: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(content))
    }
    if (request.url === '/login/oauth/access_token') {
      const form = new URLSearchParams(body)
      const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString()
      const [id, secret] =
        basic === '' ? [form.get('client_id'), form.get('client_secret')] : basic.split(':').map(decodeURIComponent)
      const proved = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (id !== 'client' || secret !== 'secret') return answer(200, { error: 'incorrect_client_credentials' })
      if (form.get('code') !== 'a code' || proved !== challenge) return answer(200, { error: 'bad_verification_code' })
      return answer(200, { access_token: 'a token', token_type: 'bearer', scope: 'read:user,user:email' })
    }
    if (request.headers.authorization !== 'Bearer a token') return answer(401, { message: 'Bad credentials' })
    if (request.url === '/user')
      return answer(200, { id: 7, login: 'ann', name: null, avatar_url: 'https://a.example' })
    return answer(request.url === '/user/emails' ? 200 : 404, emails)
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = createGithubProvider({ clientId: 'client', clientSecret: 'secret', site, api: site })
  const url = new URL(await provider.authorizationUrl(secrets, { redirectUri, scopes: ['read:org'] }))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: redirectUri,
    state: 'a state',
    scope: 'read:user user:email read:org',
    code_challenge_method: 'S256',
  })
  challenge = url.searchParams.get('code_challenge') ?? ''
})
afterAll(() => new Promise((resolve) => void server.close(resolve)))

const back = (query: string) => new URL(`${redirectUri}?${query}`)

test('reads the user from GitHub’s API, with the primary address and whether it is verified', async () => {
  expect(await provider.profile(back('code=a+code&state=a+state'), secrets)).toMatchObject({
    subject: '7',
    email: 'ann@example.org',
    emailVerified: false,
    name: 'ann',
  })
})

test('refuses another state, code or verifier', async () => {
  await expect(provider.profile(back('code=a+code&state=another'), secrets)).rejects.toThrow()
  await expect(provider.profile(back('code=made-up&state=a+state'), secrets)).rejects.toThrow()
  const other = { ...secrets, verifier: 'w'.repeat(43) }
  await expect(provider.profile(back('code=a+code&state=a+state'), other)).rejects.toThrow()
})
