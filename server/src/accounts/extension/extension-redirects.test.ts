import { expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { extensionRedirects, isExtensionRedirect } from './extension-redirects.ts'

const [CHROME = '', FIREFOX = ''] = extensionRedirects()

test('gives the extension one address in Chrome and Edge and one in Firefox', () => {
  expect(CHROME).toMatch(/^https:\/\/[a-p]{32}\.chromiumapp\.org$/)
  expect(FIREFOX).toMatch(/^https:\/\/[0-9a-f]{40}\.extensions\.allizom\.org$/)
})

test.each([[`${CHROME}/`], [`${CHROME}/account?from=panel`], [`${FIREFOX}/`]])('sends codes to %s', (address) => {
  expect(isExtensionRedirect(extensionRedirects(), address)).toBe(true)
})

test.each([
  ['another extension', 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/'],
  ['plain http', CHROME.replace('https', 'http')],
  ['another port', `${CHROME}:8443/`],
  ['a host that begins like it', `${CHROME}.evil.example/`],
  ['a host that ends like it', CHROME.replace('https://', 'https://evil')],
  ['a name before another host', `${CHROME}@evil.example/`],
  ['a script', 'javascript:alert(1)'],
  ['no address', 'extension'],
  ['nothing', ''],
])('sends no codes to %s', (_, address) => {
  expect(isExtensionRedirect(extensionRedirects(), address)).toBe(false)
})

test('sends codes to the ids that stores assigned', () => {
  const id = 'ponmlkjihgfedcbaponmlkjihgfedcba'
  expect(isExtensionRedirect(extensionRedirects([], [id]), `https://${id}.chromiumapp.org/`)).toBe(true)
  expect(isExtensionRedirect(extensionRedirects(), `https://${id}.chromiumapp.org/`)).toBe(false)
})

test('lets the operator name builds with another ID', () => {
  const { EXTENSION_REDIRECTS } = parseConfig({
    EXTENSION_REDIRECTS: 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org, https://other.example/',
  })
  const redirects = extensionRedirects(EXTENSION_REDIRECTS)
  expect(isExtensionRedirect(redirects, 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/x')).toBe(true)
  expect(isExtensionRedirect(redirects, 'https://other.example/')).toBe(true)
  expect(isExtensionRedirect(redirects, `${CHROME}/`)).toBe(true)
})

test.each([
  'chromiumapp.org',
  'http://other.example/',
  'https://other.example/path',
  'https://other.example/,',
  'https://ann@other.example/',
  'https://other.example/?x',
])('refuses EXTENSION_REDIRECTS=%s at startup', (EXTENSION_REDIRECTS) => {
  expect(() => parseConfig({ EXTENSION_REDIRECTS })).toThrow(
    'The setting EXTENSION_REDIRECTS is invalid: must list addresses like https://',
  )
})
