import { expect, test } from 'vitest'
import { changeProblem, updateProblem, verificationProblem } from './password-rules.ts'

const GOOD = { current: 'old', next: 'new', confirm: 'new' }

test.each(['current', 'next', 'confirm'])('without the %s password nothing is sent', (field) => {
  expect(changeProblem({ ...GOOD, [field]: '' })).toBe('Please fill in all fields.')
})

test('the new password must be typed twice alike; its length is the service’s rule', () => {
  expect(changeProblem({ ...GOOD, confirm: 'nwe' })).toBe('New passwords do not match.')
  expect(changeProblem(GOOD)).toBeNull()
})

test('only a wrong password is called incorrect; other failures say what they are', () => {
  expect(verificationProblem({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })).toBe(
    'Current password is incorrect.',
  )
  expect(verificationProblem({ code: 'over_request_rate_limit', status: 429, message: 'Too many requests.' })).toBe(
    'Too many requests.',
  )
  expect(verificationProblem({ code: undefined, status: 0, message: 'Failed to fetch' })).toBe(
    'An error occurred. Please try again.',
  )
})

test('a refused new password carries the service’s reason, a lost connection has none', () => {
  expect(updateProblem({ status: 422, message: 'Too short.' })).toBe('Failed to update password. Too short.')
  expect(updateProblem({ status: 503, message: 'Bad gateway' })).toBe('Failed to update password.')
})
