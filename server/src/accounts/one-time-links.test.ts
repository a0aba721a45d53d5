import { expect, test } from 'vitest'
import { redirectTarget } from './one-time-links.ts'

const target = (wanted: string | undefined) =>
  redirectTarget(wanted, { publicUrl: 'https://calls.example', fallback: '/dashboard' })

test.each([
  ['/reset-password', '/reset-password'],
  ['https://calls.example/upload?from=mail#top', '/upload?from=mail#top'],
  ['https://calls.example', '/'],
])('%s is a place of this server', (wanted, path) => {
  expect(target(wanted)).toBe(path)
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
  'https://calls.example//evil.example',
  'javascript:alert(1)',
  'https://',
])('%s is not, so the fallback is taken', (wanted) => {
  expect(target(wanted)).toBe('/dashboard')
})
