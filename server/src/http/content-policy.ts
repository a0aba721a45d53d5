import { createHash } from 'node:crypto'
import { EARLY_AUDIENCE } from '@callfolio/shared/page/early-audience.ts'
import { CAPTCHA_MAKERS, type CaptchaProvider } from '@callfolio/shared/captcha.ts'

/** The only script inside pages. */
const INLINE = `'sha256-${createHash('sha256').update(EARLY_AUDIENCE).digest('base64')}'`

/** Shared pages are for visitors, who never sign in there. */
const SHARED_PAGE = /^\/s(\/|$)/

/** Whether a page at this path may have a form with a captcha. */
export function mayShowCaptcha(path: string): boolean {
  return !SHARED_PAGE.test(path)
}

/** The sources pages may load from: this server and, where a captcha is required, its provider. */
export function contentPolicy(captcha: CaptchaProvider | null) {
  const { origins, styles } = captcha === null ? { origins: [], styles: false } : CAPTCHA_MAKERS[captcha]
  const more = styles ? origins : []
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", INLINE, ...origins],
    frameSrc: ["'self'", ...origins],
    styleSrc: ["'self'", "'unsafe-inline'", ...more],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'", ...more],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
}
