import { AuthApiError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { canUseKeys, keyProblem } from './security-keys.ts'

test('offers keys if the server has a host name and the browser supports them', () => {
  expect(canUseKeys({ hostname: 'calls.example.org' }, true)).toBe(true)
  expect(canUseKeys({ hostname: 'localhost' }, true)).toBe(true)
  expect(canUseKeys({ hostname: '192.168.1.4' }, true)).toBe(false)
  expect(canUseKeys({ hostname: '[::1]' }, true)).toBe(false)
  expect(canUseKeys({ hostname: 'calls.example.org' }, false), 'plain HTTP, or an old browser').toBe(false)
})

test('shows the service’s words for its errors, and ours for the browser’s', () => {
  expect(keyProblem(new AuthApiError('Verification failed. Try again.', 422, 'mfa_verification_failed'))).toBe(
    'Verification failed. Try again.',
  )
  expect(keyProblem(new DOMException('The operation timed out', 'NotAllowedError'))).toMatch(/^The key didn’t respond/)
  expect(keyProblem(new DOMException('', 'InvalidStateError'))).toBe('This key was already added.')
  expect(keyProblem(new TypeError('x'))).toBe('Your browser couldn’t use the key. Try again.')
})
