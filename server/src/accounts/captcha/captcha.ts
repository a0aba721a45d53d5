import { isIP } from 'node:net'
import type { CaptchaProvider } from '@callfolio/shared/captcha.ts'
import { z } from 'zod'

/** Tells people from programs. */
export interface Captcha {
  readonly provider: CaptchaProvider
  /** The public key that pages request a captcha with. */
  readonly siteKey: string
  /**
   * Whether a person created the token, which counts once.
   * @param address the sender's IP address. Rejects when the check fails.
   */
  accepts(token: string, address: string): Promise<boolean>
}

interface CaptchaOptions {
  provider: CaptchaProvider
  siteKey: string
  secret: string
  /** The endpoint that checks tokens. */
  url: string
}

const TIMEOUT_MS = 10_000
const replySchema = z.object({ 'success': z.boolean(), 'error-codes': z.array(z.string()).default([]) })
/** The errors about the token itself; all others are faults of this server's settings, or of the provider. */
const OF_THE_TOKEN = [
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
]

/** Checks each token with the captcha's provider: both have the same API. */
export function createCaptcha({ provider, siteKey, secret, url }: CaptchaOptions): Captcha {
  return {
    provider,
    siteKey,
    async accepts(token, address) {
      // An IPv6 network is not an IP address.
      const remoteip = isIP(address) === 0 ? {} : { remoteip: address }
      // hCaptcha's secret is shared by all sites of an account; Turnstile's belongs to one site.
      const sitekey = provider === 'hcaptcha' ? { sitekey: siteKey } : {}
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...remoteip, ...sitekey }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // Both also refuse with an error status, but still say why.
      const reply = replySchema.safeParse(await response.json().catch(() => null)).data
      if (!reply) throw new Error(`The captcha check returned ${response.status}`)
      if (reply.success) return true
      const codes = reply['error-codes']
      if (codes.length > 0 && codes.every((code) => OF_THE_TOKEN.includes(code))) return false
      throw new Error(`The captcha check failed: ${codes.join(', ') || 'no reason given'}`)
    },
  }
}
