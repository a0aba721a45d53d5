import { expect, test } from 'vitest'
import { changeProblem, updateProblem, verificationProblem } from './password-rules.ts'

const GOOD = { current: 'old', next: 'new', confirm: 'new' }

test.each(['current', 'next', 'confirm'])('sends nothing without the %s password', (field) => {
  expect(changeProblem({ ...GOOD, [field]: '' })).toBe('Please fill in all fields.')
})

test('requires both entries of the new password to match; its length is the service’s rule', () => {
  expect(changeProblem({ ...GOOD, confirm: 'nwe' })).toBe('New passwords do not match.')
  expect(changeProblem(GOOD)).toBeNull()
})

test('calls only a wrong password incorrect, and describes other failures', () => {
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

test('shows the service’s reason for a rejected new password, and none for a lost connection', () => {
  expect(updateProblem({ status: 422, message: 'Too short.' })).toBe('Failed to update password. Too short.')
  expect(updateProblem({ status: 503, message: 'Bad gateway' })).toBe('Failed to update password.')
})
