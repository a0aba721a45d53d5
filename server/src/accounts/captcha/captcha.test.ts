import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startFakeCaptcha, type FakeCaptcha } from '../../../../e2e/fakes/captcha.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createMailbox, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { createCaptcha } from './captcha.ts'

let turnstile: FakeCaptcha
let hcaptcha: FakeCaptcha
beforeAll(async () => {
  turnstile = await startFakeCaptcha('turnstile')
  hcaptcha = await startFakeCaptcha('hcaptcha')
})
afterAll(async () => {
  await turnstile.close()
  await hcaptcha.close()
})

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
type Open = (typeof DATABASES)[number][1]
async function startOn(
  open: Open,
  maker: FakeCaptcha | null,
  options: Partial<Parameters<typeof createCaptcha>[0]> = {},
): Promise<AuthServer> {
  const db = await open()
  closers.push(() => db.close())
  const captcha = maker && createCaptcha({ ...maker, ...options })
  const server = await startAuthServer(db, {
    captcha,
    guests: true,
    wallets: ['solana'],
    mailer: createMailbox({ sends: true }),
  })
  closers.push(() => server.close())
  return server
}

const email = 'ann@example.org'
const requests: [path: string, body: Record<string, unknown>][] = [
  ['/signup', { email, password: 'correct horse' }],
  ['/signup', {}],
  ['/signup?grant_type=refresh_token', {}],
  ['/token?grant_type=password', { email, password: 'correct horse' }],
  ['/token?grant_type=web3', { chain: 'solana', message: 'm', signature: 's' }],
  ['/otp', { email }],
  ['/recover', { email }],
  ['/resend', { email, type: 'signup' }],
  ['/sso', { domain: 'example.org' }],
  ['/passkeys/authentication/options', {}],
]

describe.each(DATABASES)('with a captcha, on %s', (_, open) => {
  const start = (options = {}) => startOn(open, turnstile, options)

  test.each(requests)('requires it for %s %o', async (path, body) => {
    const server = await start()
    const send = async (token?: string) => {
      const json = { ...body, ...(token !== undefined && { gotrue_meta_security: { captcha_token: token } }) }
      const { error_code: code } = (await (await server.request(`/auth/v1${path}`, { json })).json()) as {
        error_code?: string
      }
      return code
    }
    const before = turnstile.checks.length
    expect(await send()).toBe('captcha_failed')
    expect(await send('')).toBe('captcha_failed')
    expect(turnstile.checks.length, 'a missing token is not checked').toBe(before)
    expect(await send('made up')).toBe('captcha_failed')
    const token = turnstile.solve()
    expect(await send(token)).not.toBe('captcha_failed')
    expect(await send(token), 'a token counts once').toBe('captcha_failed')
  })

  test('lets the client library send it, and needs none to continue a session', async () => {
    const server = await start()
    const device = server.device()
    const refused = await device.signInAnonymously()
    expect(refused.error).toMatchObject({
      code: 'captcha_failed',
      status: 400,
      message: 'Complete the captcha first.',
    })
    const { error } = await device.signInAnonymously({ options: { captchaToken: turnstile.solve() } })
    expect(error).toBeNull()
    expect((await device.refreshSession()).error).toBeNull()
    expect((await device.updateUser({ data: { full_name: 'Ann' } })).error).toBeNull()
    expect((await device.signOut()).error).toBeNull()
  })

  test.each([
    ['can’t be reached', { url: 'http://127.0.0.1:1/siteverify' }],
    ['does not know the secret', { secret: 'another' }],
  ])('lets no one in when the check %s, without blaming the user', async (_, options) => {
    const server = await start(options)
    const token = turnstile.solve()
    const answer = await server.request('/auth/v1/recover', {
      json: { email, gotrue_meta_security: { captcha_token: token } },
    })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      error_code: 'unavailable',
      msg: 'We couldn’t check the captcha. Try again in a minute.',
    })
  })

  test('returns the captcha’s provider and site key in the settings, never the secret', async () => {
    const server = await startOn(open, hcaptcha)
    const settings = await (await server.request('/auth/v1/settings')).text()
    expect(JSON.parse(settings)).toMatchObject({ captcha_provider: 'hcaptcha', captcha_site_key: hcaptcha.siteKey })
    expect(settings).not.toContain(hcaptcha.secret)
    const without = await startOn(open, null)
    expect(await (await without.request('/auth/v1/settings')).json()).toMatchObject({
      captcha_provider: null,
      captcha_site_key: null,
    })
  })
})

test('does not send a network of IPv6 addresses as the user’s address', async () => {
  expect(await createCaptcha(turnstile).accepts(turnstile.solve(), '2001:db8:0:1::/64')).toBe(true)
  await expect(createCaptcha(turnstile).accepts(turnstile.solve(), '2001:db8::1')).rejects.toThrow('bad-request')
})

test('rejects a token solved for another site of the same hCaptcha account', async () => {
  const captcha = createCaptcha(hcaptcha)
  await expect(captcha.accepts(hcaptcha.solve('another site'), '127.0.0.1')).rejects.toThrow('sitekey-secret-mismatch')
  expect(await captcha.accepts(hcaptcha.solve(), '127.0.0.1')).toBe(true)
})

test.each(['turnstile', 'hcaptcha'] as const)('rejects a used or expired token of %s', async (name) => {
  const maker = name === 'turnstile' ? turnstile : hcaptcha
  const captcha = createCaptcha(maker)
  const token = maker.solve()
  expect(await captcha.accepts(token, '127.0.0.1')).toBe(true)
  expect(await captcha.accepts(token, '127.0.0.1')).toBe(false)
  const late = maker.solve()
  maker.expire()
  expect(await captcha.accepts(late, '127.0.0.1')).toBe(false)
})
