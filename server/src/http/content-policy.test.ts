import { expect, test } from 'vitest'
import { contentPolicy, mayShowCaptcha } from './content-policy.ts'

test('lets pages load from this server only, unless a captcha is configured', () => {
  expect(JSON.stringify(contentPolicy(null))).not.toContain('http')
  expect(contentPolicy('turnstile')).toMatchObject({
    scriptSrc: ["'self'", expect.stringMatching(/^'sha256-/), 'https://challenges.cloudflare.com'],
    frameSrc: ["'self'", 'https://challenges.cloudflare.com'],
    connectSrc: ["'self'"],
  })
  expect(contentPolicy('hcaptcha')).toMatchObject({
    scriptSrc: ["'self'", expect.stringMatching(/^'sha256-/), 'https://hcaptcha.com', 'https://*.hcaptcha.com'],
    connectSrc: ["'self'", 'https://hcaptcha.com', 'https://*.hcaptcha.com'],
  })
})

test.each([
  ['/auth', true],
  ['/dashboard', true],
  ['/s/a-token', false],
  ['/s', false],
])('lets a page at %s show a captcha: %s', (path, may) => {
  expect(mayShowCaptcha(path)).toBe(may)
})
