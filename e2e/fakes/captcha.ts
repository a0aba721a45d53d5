import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { CAPTCHA_PAGES, CAPTCHA_SCRIPT } from './captcha-script.ts'
import { listen } from './listen.ts'

type Provider = 'turnstile' | 'hcaptcha'

/** Fields that both providers accept; hCaptcha also knows the site. */
const FIELDS: Record<Provider, readonly string[]> = {
  turnstile: ['secret', 'response', 'remoteip', 'idempotency_key'],
  hcaptcha: ['secret', 'response', 'remoteip', 'sitekey'],
}
const INVALID_TOKEN: Record<Provider, string> = {
  turnstile: 'invalid-input-response',
  hcaptcha: 'invalid-or-already-seen-response',
}
const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** A captcha provider, as strict as the real ones about script options and verification requests. */
export interface FakeCaptcha {
  provider: Provider
  siteKey: string
  secret: string
  /** The verification endpoint for the server. */
  url: string
  /** For each verified token, whether it was accepted. */
  checks: boolean[]
  /** A token as the script issues for a solved captcha. @param siteKey of another site. */
  solve(siteKey?: string): string
  /** Expires all unused tokens. */
  expire(): void
  /** The provider's responses to a browser. */
  answer(url: string, body: string | null): { contentType: string; body: string } | null
  close(): Promise<void>
}

export async function startFakeCaptcha(provider: Provider): Promise<FakeCaptcha> {
  const siteKey = randomUUID()
  const secret = `secret ${randomUUID()}`
  const solved = new Map<string, string>()
  const used = new Set<string>()
  const checks: boolean[] = []

  const solve = (site = siteKey) => {
    const token = `solved.${randomUUID()}`
    solved.set(token, site)
    return token
  }

  /** @returns the error code, null when the token is valid. */
  function getProblem(type: string | undefined, form: URLSearchParams): string | null {
    if (type?.startsWith('application/x-www-form-urlencoded') !== true) return 'bad-request'
    if ([...form.keys()].some((name) => !FIELDS[provider].includes(name) || form.getAll(name).length > 1))
      return 'bad-request'
    if (!form.has('secret')) return 'missing-input-secret'
    if (form.get('secret') !== secret) return 'invalid-input-secret'
    const address = form.get('remoteip')
    if (address !== null && !LOOPBACK.includes(address)) return 'bad-request'
    const token = form.get('response') ?? ''
    if (token === '') return 'missing-input-response'
    if (used.has(token)) return provider === 'turnstile' ? 'timeout-or-duplicate' : INVALID_TOKEN[provider]
    const site = solved.get(token)
    if (site === undefined) return INVALID_TOKEN[provider]
    if (form.has('sitekey') && form.get('sitekey') !== site) return 'sitekey-secret-mismatch'
    if (provider === 'turnstile' && site !== siteKey) return INVALID_TOKEN[provider]
    solved.delete(token)
    used.add(token)
    return null
  }

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const problem =
        request.method === 'POST' && request.url === '/siteverify'
          ? getProblem(request.headers['content-type'], new URLSearchParams(body))
          : 'bad-request'
      checks.push(problem === null)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ 'success': problem === null, 'error-codes': problem === null ? [] : [problem] }))
    })
  })
  const { url: origin, close } = await listen(server)

  return {
    provider,
    siteKey,
    secret,
    url: `${origin}/siteverify`,
    checks,
    solve,
    expire: () => solved.clear(),
    answer(url, body) {
      const { pathname, searchParams } = new URL(url)
      if (pathname.endsWith('/api.js')) {
        if (searchParams.get('render') !== 'explicit') return null
        return { contentType: 'text/javascript', body: CAPTCHA_SCRIPT(provider, siteKey) }
      }
      const page = CAPTCHA_PAGES[pathname]
      if (page !== undefined) return { contentType: 'text/html', body: page }
      if (pathname !== '/solve' || body !== siteKey) return null
      return { contentType: 'text/plain', body: solve() }
    },
    close,
  }
}
