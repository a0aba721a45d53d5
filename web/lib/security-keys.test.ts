import { AuthApiError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { canUseKeys, keyProblem } from './security-keys.ts'

test('keys are offered where the server has a name, and the browser has them', () => {
  expect(canUseKeys({ hostname: 'calls.example.org' }, true)).toBe(true)
  expect(canUseKeys({ hostname: 'localhost' }, true)).toBe(true)
  expect(canUseKeys({ hostname: '192.168.1.4' }, true)).toBe(false)
  expect(canUseKeys({ hostname: '[::1]' }, true)).toBe(false)
  expect(canUseKeys({ hostname: 'calls.example.org' }, false), 'plain HTTP, or an old browser').toBe(false)
})

test('a refusal of the service is shown in its words, one of the browser in ours', () => {
  expect(keyProblem(new AuthApiError('Invalid code entered', 422, 'mfa_verification_failed'))).toBe(
    'Invalid code entered',
  )
  expect(keyProblem(new DOMException('The operation timed out', 'NotAllowedError'))).toMatch(/^The key didn’t respond/)
  expect(keyProblem(new DOMException('', 'InvalidStateError'))).toBe('This key is already added.')
  expect(keyProblem(new TypeError('x'))).toBe('Your browser couldn’t use the key. Try again.')
})
