/**
 * A captcha vendor, as seen by a browser. Scripts are loaded only from the vendor's own address: neither allows
 * copies.
 */
interface CaptchaMaker {
  label: string
  /** The script that shows the captcha, without its query. */
  script: string
  /** Origins of the script, its frames and, if `styles` is set, its styles and requests. */
  origins: readonly string[]
  /** Whether it loads styles and makes requests outside its frames. */
  styles: boolean
}

/**
 * What a page has to allow (https://developers.cloudflare.com/turnstile/reference/content-security-policy,
 * https://docs.hcaptcha.com/#content-security-policy-settings).
 */
export const CAPTCHA_MAKERS = {
  turnstile: {
    label: 'Cloudflare Turnstile',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    origins: ['https://challenges.cloudflare.com'],
    styles: false,
  },
  hcaptcha: {
    label: 'hCaptcha',
    script: 'https://js.hcaptcha.com/1/api.js',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    styles: true,
  },
} as const satisfies Record<string, CaptchaMaker>
export type CaptchaProvider = keyof typeof CAPTCHA_MAKERS
export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha'] as const satisfies readonly CaptchaProvider[]
