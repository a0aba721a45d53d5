import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const target = (wanted: string | undefined) =>
  redirectTarget(wanted, {
    publicUrl: 'https://calls.example',
    fallback: '/dashboard',
    origins: new Set(['https://extension.example']),
  })

test.each([
  ['/reset-password', '/reset-password'],
  ['https://calls.example/upload?from=mail#top', '/upload?from=mail#top'],
  ['https://calls.example', '/'],
  ['/search?q=100%25', '/search?q=100%25'],
  ['/caf%C3%A9', '/caf%C3%A9'],
])('%s is on this server', (wanted, path) => {
  expect(target(wanted)).toBe(path)
})

test('sends the whole address to a named origin', () => {
  expect(target('https://extension.example/done?a=1')).toBe('https://extension.example/done?a=1')
})

test.each([
  undefined,
  '',
  'https://evil.example/reset-password',
  'http://calls.example/upload',
  'https://calls.example:8443/upload',
  'https://calls.example@evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2509/evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/%',
  ' //evil.example',
  'http:evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://calls.example//evil.example',
  'https://extension.example.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('%s is not, so the fallback is used', (wanted) => {
  expect(target(wanted)).toBe('/dashboard')
})
