import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

/** Sends a raw request, because `fetch` sets the Host header itself. @returns the status and the body. */
async function raw(app: RunningApp, head: string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let reply = ''
  socket.on('data', (part: Buffer) => (reply += part.toString()))
  socket.write([...head, 'Connection: close', `Content-Length: ${body.length}`, '', body].join('\r\n'))
  await once(socket, 'close')
  return {
    status: Number(reply.split(' ')[1]),
    text: reply.slice(reply.indexOf('\r\n\r\n') + 4),
  }
}

/** Shares a microsite by a request with these headers. @returns the status and the link's origin. */
async function shareBy(app: RunningApp, person: Person, headers: string[], target = '/api/create-shareable-link') {
  const { body } = await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
  const { status, text } = await raw(
    app,
    [`POST ${target} HTTP/1.1`, ...headers, 'Content-Type: application/json', `Authorization: Bearer ${person.token}`],
    JSON.stringify({ microsite_id: (body as { job_id: string }).job_id, expires_in_days: 7 }),
  )
  const url = /"share_url":"([^"]+)"/.exec(text)?.[1]
  return { status, origin: url === undefined ? null : new URL(url).origin }
}

const PROXIED = ['X-Forwarded-Proto: https', 'X-Forwarded-Host: calls.example']

describe('a server without PUBLIC_URL', () => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({ DEFAULT_PLAN: 'team', ALLOWED_HOSTS: 'calls.example, Box.Local' })
    person = await app.signUp()
  })
  afterAll(() => app.close())

  test.each([
    'localhost:8080',
    '127.0.0.1',
    '127.8.0.1:3000',
    '[::1]:3000',
    'my.localhost',
    'calls.example',
    'BOX.local:99',
  ])('creates links at %s when requested there', async (host) => {
    expect(await shareBy(app, person, [`Host: ${host}`])).toEqual({
      status: 200,
      origin: `http://${host.toLowerCase()}`,
    })
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    'evil.calls.example',
    '127.0.0.1.evil.example',
    'calls.example.',
    '192.0.2.7:3000',
    'localhost@evil.example',
  ])('refuses the foreign host %s', async (host) => {
    expect((await shareBy(app, person, [`Host: ${host}`])).status).toBeGreaterThanOrEqual(400)
    expect((await raw(app, ['GET /api/capabilities HTTP/1.1', `Host: ${host}`])).status).toBeGreaterThanOrEqual(400)
  })

  test('refuses other hosts with a sentence, and programs with a code', async () => {
    const page = await raw(app, ['GET / HTTP/1.1', 'Host: evil.example'])
    expect(page.status).toBe(421)
    expect(page.text).toContain('doesn’t accept this address')
    const reply = await raw(app, ['GET /api/capabilities HTTP/1.1', 'Host: evil.example'])
    expect(reply.status).toBe(421)
    expect(reply.text).toContain('"code":"misdirected_request"')
  })

  test('accepts no host from the request line that is not on its list', async () => {
    const target = 'http://evil.example/api/create-shareable-link'
    expect(await shareBy(app, person, ['Host: localhost'], target)).toEqual({ status: 421, origin: null })
  })

  test('ignores forwarded addresses, because it has no proxy', async () => {
    expect(await shareBy(app, person, ['Host: localhost', ...PROXIED])).toEqual({
      status: 200,
      origin: 'http://localhost',
    })
  })

  test('answers a health check at any address', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await raw(app, [`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7:3000'])).status).toBe(200)
  })
})

describe('a server behind a proxy', () => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({ DEFAULT_PLAN: 'team', TRUST_PROXY: 'true', ALLOWED_HOSTS: 'calls.example' })
    person = await app.signUp()
  })
  afterAll(() => app.close())

  test('takes protocol and host from the proxy', async () => {
    expect(await shareBy(app, person, ['Host: localhost:3000', ...PROXIED])).toEqual({
      status: 200,
      origin: 'https://calls.example',
    })
    // As two proxies in a row write them; the last entry is our own proxy's.
    expect(
      await shareBy(app, person, [
        'Host: calls.example',
        'X-Forwarded-Proto: javascript, https',
        'X-Forwarded-Host: evil.example, calls.example',
      ]),
    ).toEqual({ status: 200, origin: 'https://calls.example' })
  })

  test.each([
    ['a foreign host that was passed on', ['Host: localhost', 'X-Forwarded-Host: evil.example']],
    ['a host that is none', ['Host: localhost', 'X-Forwarded-Host: ^^']],
    ['a foreign host in front of it', ['Host: evil.example', 'X-Forwarded-Host: calls.example']],
  ])('refuses %s', async (_what, headers) => {
    expect((await shareBy(app, person, headers)).status).toBe(421)
  })

  test('ignores a protocol other than http and https', async () => {
    const { origin } = await shareBy(app, person, ['Host: calls.example', 'X-Forwarded-Proto: javascript'])
    expect(origin).toBe('http://calls.example')
  })
})

describe('a server with PUBLIC_URL', () => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({ DEFAULT_PLAN: 'team', PUBLIC_URL: 'https://calls.example:8443' })
    person = await app.signUp()
  })
  afterAll(() => app.close())

  test('creates all links there, wherever requested', async () => {
    for (const host of ['calls.example:8443', 'calls.example', 'localhost:3000'])
      expect(await shareBy(app, person, [`Host: ${host}`])).toEqual({
        status: 200,
        origin: 'https://calls.example:8443',
      })
    expect((await shareBy(app, person, ['Host: evil.example'])).status).toBe(421)
  })
})

describe('a page of another origin', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startApp({
      ALLOWED_ORIGINS: 'https://intranet.example',
      EXTENSION_REDIRECTS: `https://${'p'.repeat(32)}.chromiumapp.org/`,
    })
  })
  afterAll(() => app.close())

  const own = () => app.url
  const ask = (
    path: string,
    origin: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) =>
    fetch(app.url + path, {
      ...init,
      headers: { Origin: origin, ...init.headers },
    })
  const signUp = (origin: string, headers: Record<string, string> = {}) =>
    ask('/auth/v1/signup', origin, {
      method: 'POST',
      // Browsers send this type without a preflight.
      headers: { 'Content-Type': 'text/plain', ...headers },
      body: JSON.stringify({ email: `${Math.random()}@example.org`, password: 'correct horse' }),
    })

  test.each([
    'http://localhost:9999',
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://intranet.example.evil',
  ])('refuses %s, which can read nothing', async (origin) => {
    const refusals = [
      await signUp(origin),
      await ask('/api/capabilities', origin),
      await ask('/files', origin, { method: 'POST' }),
      await ask('/storage/v1/object/sign/uservideos/x', origin),
      await ask('/api/tags', origin, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } }),
    ]
    for (const reply of refusals)
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('accepts the server’s own, the extension’s and the operator’s origins', async () => {
    for (const origin of [
      own(),
      'https://intranet.example',
      `chrome-extension://${'p'.repeat(32)}`,
      'moz-extension://0b5a2a3e-6c1c-4d2f-9f2c-1f0a5f6b7c8d',
    ]) {
      const reply = await signUp(origin)
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, origin])
      const preflight = await ask('/api/tags', origin, {
        method: 'OPTIONS',
        headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    }
  })

  test('lets another extension read nothing', async () => {
    const reply = await ask('/api/capabilities', `chrome-extension://${'a'.repeat(32)}`)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('accepts a same-origin request when a proxy rewrote the Host header', async () => {
    expect((await signUp('http://localhost:5173', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
  })
})
