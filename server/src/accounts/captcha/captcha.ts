import { isIP } from 'node:net'
import type { CaptchaProvider } from '@callfolio/shared/captcha.ts'
import { z } from 'zod'

/** Distinguishes people from programs. */
export interface Captcha {
  readonly provider: CaptchaProvider
  /** By which pages ask its maker for a captcha; everybody may know it. */
  readonly siteKey: string
  /**
   * Whether a person made the token, which counts once.
   * @param address network address of who sent it.
   * Rejects when that can't be found out.
   */
  accepts(token: string, address: string): Promise<boolean>
}

interface CaptchaOptions {
  provider: CaptchaProvider
  siteKey: string
  secret: string
  /** Where tokens are checked. */
  url: string
}

const TIMEOUT_MS = 10_000
const replySchema = z.object({ 'success': z.boolean(), 'error-codes': z.array(z.string()).default([]) })
/** What the other side says of the token; all else is a fault of this server's settings, or of the other side. */
const OF_THE_TOKEN = [
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
]

/** Asks the captcha's maker about each token: both offer the same call. */
export function createCaptcha({ provider, siteKey, secret, url }: CaptchaOptions): Captcha {
  return {
    provider,
    siteKey,
    async accepts(token, address) {
      // A network of IPv6 addresses is not one of them.
      const remoteip = isIP(address) === 0 ? {} : { remoteip: address }
      // The secret of hCaptcha is that of all sites of an account; Turnstile's is that of one.
      const sitekey = provider === 'hcaptcha' ? { sitekey: siteKey } : {}
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, ...remoteip, ...sitekey }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // Both refuse with a status of their own too, and say why all the same.
      const reply = replySchema.safeParse(await response.json().catch(() => null)).data
      if (!reply) throw new Error(`The captcha's check answered ${response.status}`)
      if (reply.success) return true
      const codes = reply['error-codes']
      if (codes.length > 0 && codes.every((code) => OF_THE_TOKEN.includes(code))) return false
      throw new Error(`The captcha's check failed: ${codes.join(', ') || 'without a reason'}`)
    },
  }
}
